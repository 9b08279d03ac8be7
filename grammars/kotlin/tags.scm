(line_comment) @comment
(block_comment) @comment
(annotation) @attribute

(function_declaration name: (identifier) @name) @definition.function
(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration "class" name: (identifier) @name) @definition.class
(object_declaration name: (identifier) @name) @definition.class
(companion_object name: (identifier) @name) @definition.class
(companion_object "companion" @name !name) @definition.class
(secondary_constructor "constructor" @name) @definition.method
(type_alias type: (identifier) @name) @definition.type
(source_file (property_declaration (variable_declaration (identifier) @name)) @definition.variable)
(class_body (property_declaration (variable_declaration (identifier) @name)) @definition.field)

(call_expression . (identifier) @reference.call)
(call_expression . (navigation_expression (identifier) @reference.call .))
(delegation_specifier (user_type (identifier) @reference.implements))
(delegation_specifier (constructor_invocation (user_type (identifier) @reference.extends)))

(import (qualified_identifier) @import.path) @import
(import "*" @import.wildcard)
(import "as" (identifier) @import.alias)
; The grammar knows no functional interfaces: their head is an error, their function stands alone.
(ERROR "interface" . (identifier) @name) @definition.interface
