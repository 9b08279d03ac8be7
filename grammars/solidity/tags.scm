(comment) @comment

(contract_declaration name: (identifier) @name) @definition.class
(library_declaration name: (identifier) @name) @definition.module
(interface_declaration name: (identifier) @name) @definition.interface
(struct_declaration name: (identifier) @name) @definition.struct
(enum_declaration name: (identifier) @name) @definition.enum
(function_definition name: (identifier) @name) @definition.function
(modifier_definition name: (identifier) @name) @definition.function
(constructor_definition "constructor" @name) @definition.method
(fallback_receive_definition ["receive" "fallback"] @name) @definition.method
(event_definition name: (identifier) @name) @definition.field
(error_declaration name: (identifier) @name) @definition.field
(state_variable_declaration name: (identifier) @name) @definition.field
(constant_variable_declaration name: (identifier) @name) @definition.constant

(call_expression function: (expression (identifier) @reference.call))
(call_expression function: (expression (member_expression property: (identifier) @reference.call)))
(emit_statement name: (expression (identifier) @reference.call))
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.extends))

(import_directive source: (string) @import.module) @import
(import_directive import_name: (identifier) @reference.import)
(import_directive alias: (identifier) @import.alias)
