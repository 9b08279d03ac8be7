(comment) @comment
(attribute_list) @attribute

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.type
(namespace_declaration name: (_) @name) @definition.module
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(destructor_declaration name: (identifier) @name) @definition.method
(local_function_statement name: (identifier) @name) @definition.function
(operator_declaration operator: _ @name) @definition.method
(conversion_operator_declaration type: (_) @name) @definition.method
(indexer_declaration "this" @name) @definition.method
(property_declaration name: (identifier) @name) @definition.field
(event_declaration name: (identifier) @name) @definition.field
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field

(invocation_expression function: (identifier) @reference.call)
(invocation_expression function: (generic_name (identifier) @reference.call))
(invocation_expression function: (member_access_expression name: (identifier) @reference.call))
(invocation_expression function: (member_access_expression name: (generic_name (identifier) @reference.call)))
(member_binding_expression name: (identifier) @reference.call)
(object_creation_expression type: (identifier) @reference.call)
(object_creation_expression type: (generic_name (identifier) @reference.call))

(using_directive [(identifier) (qualified_name)] @import.module .) @import
(using_directive name: (identifier) @import.alias)
; An interface goes by its I.
((base_list [(identifier) @reference.implements (generic_name (identifier) @reference.implements)])
  (#match? @reference.implements "^I[A-Z]"))
((base_list [(identifier) @reference.extends (generic_name (identifier) @reference.extends)])
  (#not-match? @reference.extends "^I[A-Z]"))
