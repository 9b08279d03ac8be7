(comment) @comment

(function_declaration name: (identifier) @name) @definition.function
(variable_declaration . (identifier) @name [(struct_declaration) (union_declaration) (opaque_declaration)]) @definition.struct
(variable_declaration . (identifier) @name [(enum_declaration) (error_set_declaration)]) @definition.enum
(variable_declaration . (identifier) @name) @definition.variable
(container_field name: (identifier) @name) @definition.field
(test_declaration [(string) (identifier)] @name) @definition.test

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression member: (identifier) @reference.call))
(builtin_function (builtin_identifier) @_import (arguments (string) @import.module) (#eq? @_import "@import"))
