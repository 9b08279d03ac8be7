(line_comment) @comment
(block_comment) @comment
(attribute_item) @attribute

(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(mod_item name: (identifier) @name body: (_)) @definition.module
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(macro_definition name: (identifier) @name) @definition.macro
(field_declaration name: (field_identifier) @name) @definition.field

; An impl block defines no name, but its functions belong to its type.
(impl_item type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
  (scoped_type_identifier name: (type_identifier) @name)
  (primitive_type) @name
  (reference_type type: (type_identifier) @name)
  (reference_type type: (generic_type type: (type_identifier) @name))]) @scope

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (field_identifier) @reference.call))
(call_expression function: (scoped_identifier name: (identifier) @reference.call))
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function function: (scoped_identifier name: (identifier) @reference.call)))
(call_expression function: (generic_function function: (field_expression field: (field_identifier) @reference.call)))
(struct_expression name: (type_identifier) @reference.call)
(macro_invocation macro: (identifier) @reference.call)
(impl_item trait: (type_identifier) @reference.implements)
(impl_item trait: (scoped_type_identifier name: (type_identifier) @reference.implements))
(impl_item trait: (generic_type type: (type_identifier) @reference.implements))
(trait_item bounds: (trait_bounds (type_identifier) @reference.extends))

(use_declaration) @import
(use_declaration argument: (identifier) @import.module)
(use_declaration argument: (scoped_identifier path: (_) @import.module name: (identifier) @reference.import))
(use_declaration argument: (use_wildcard (_) @import.module))
(scoped_use_list path: (_) @import.module) @import
(use_list (identifier) @reference.import)
(use_list (self) @import.all)
(use_list (scoped_identifier path: (_) @import.module name: (identifier) @reference.import) @import)
(use_as_clause path: (identifier) @reference.import) @import
(use_as_clause path: (scoped_identifier path: (_) @import.module name: (identifier) @reference.import)) @import
(use_as_clause alias: (identifier) @import.alias)
