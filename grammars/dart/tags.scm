(comment) @comment
(documentation_comment) @comment
(annotation) @attribute
; Bodies stand beside their signatures in this grammar.
(function_body) @body

(class_definition name: (identifier) @name) @definition.class
(mixin_declaration . (mixin) . (identifier) @name) @definition.class
(extension_declaration name: (identifier) @name) @scope
(enum_declaration name: (identifier) @name) @definition.enum
(type_alias . (type_identifier) @name) @definition.type
(function_signature name: (identifier) @name) @definition.function
(getter_signature name: (identifier) @name) @definition.function
(setter_signature name: (identifier) @name) @definition.function
(constructor_signature name: (identifier) @name .) @definition.method
(constructor_signature name: (identifier) @name . parameters: (_)) @definition.method
(factory_constructor_signature (identifier) @name . (formal_parameter_list)) @definition.method
(operator_signature (binary_operator) @name) @definition.method
(class_body (declaration (initialized_identifier_list (initialized_identifier (identifier) @name))) @definition.field)
(class_body (declaration (static_final_declaration_list (static_final_declaration (identifier) @name))) @definition.field)
(program (static_final_declaration_list (static_final_declaration (identifier) @name)) @definition.constant)

(_ . (identifier) @reference.call . (selector (argument_part)))
(selector (unconditional_assignable_selector (identifier) @reference.call))
(new_expression (type_identifier) @reference.call)
(superclass (type_identifier) @reference.extends)
(interfaces (type_identifier) @reference.implements)
(mixins (type_identifier) @reference.implements)

(import_specification (configurable_uri (uri) @import.module)) @import
(library_export (configurable_uri (uri) @import.module)) @import
(import_specification "as" . (identifier) @import.alias)
(import_specification (combinator "show" (identifier) @reference.import))
