(comment) @comment

(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @container
    (generic_type type: (type_identifier) @container)
    (pointer_type [(type_identifier) @container (generic_type type: (type_identifier) @container)])]))
  name: (field_identifier) @name) @definition.method

(type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(field_declaration name: (field_identifier) @name) @definition.field
(method_elem name: (field_identifier) @name) @definition.method

; A group in parentheses is one declaration: its members explain each other.
(source_file (const_declaration (const_spec name: (identifier) @name)) @definition.constant)
(source_file (var_declaration [
  (var_spec name: (identifier) @name)
  (var_spec_list (var_spec name: (identifier) @name))]) @definition.variable)

(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression field: (field_identifier) @reference.call))
(composite_literal type: (type_identifier) @reference.call)
(import_spec path: (_) @import.module) @import
(import_spec name: (_) @import.alias)
(field_declaration_list (field_declaration !name type: (type_identifier) @reference.extends))
(interface_type (type_elem (type_identifier) @reference.extends))
