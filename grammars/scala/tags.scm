(comment) @comment
(block_comment) @comment
(annotation) @attribute

(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(package_object name: (_) @name) @definition.module
(trait_definition name: (_) @name) @definition.trait
(enum_definition name: (_) @name) @definition.enum
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name) @definition.variable
(val_definition pattern: (identifier) @name) @definition.variable
(var_definition pattern: (identifier) @name) @definition.variable
(val_declaration name: (identifier) @name) @definition.variable
(var_declaration name: (identifier) @name) @definition.variable

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (identifier) @reference.call))
(call_expression function: (generic_function function: (identifier) @reference.call))
(instance_expression (type_identifier) @reference.call)
(extends_clause type: (type_identifier) @reference.extends)
(extends_clause type: (generic_type type: (type_identifier) @reference.extends))

(import_declaration) @import
(import_declaration (identifier) @import.path)
(import_declaration (namespace_wildcard) @import.wildcard)
(namespace_selectors (namespace_wildcard) @import.wildcard)
(namespace_selectors (identifier) @reference.import)
(arrow_renamed_identifier name: (identifier) @reference.import alias: (identifier) @import.alias)
