(comment) @comment
(attribute) @attribute

(function_statement (function_name) @name) @definition.function
(class_statement . (simple_name) @name) @definition.class
(enum_statement . (simple_name) @name) @definition.enum
(class_method_definition (simple_name) @name) @definition.method
(class_property_definition (variable) @name) @definition.field

(command command_name: (command_name) @reference.call)
(invokation_expression (member_name (simple_name) @reference.call))
