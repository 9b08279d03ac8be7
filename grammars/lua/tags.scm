(comment) @comment

(function_declaration name: (_) @name) @definition.function
(assignment_statement (variable_list name: (_) @name) (expression_list value: (function_definition))) @definition.function
(field name: [(identifier) (string)] @name value: (function_definition)) @definition.method
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable)
(chunk (assignment_statement (variable_list name: (_) @name)) @definition.variable)
(function_call name: (identifier) @_test arguments: (arguments . (string) @name (function_definition))
  (#any-of? @_test "describe" "it" "context" "test")) @definition.test

(function_call name: (identifier) @reference.call)
(function_call name: (dot_index_expression field: (identifier) @reference.call))
(function_call name: (method_index_expression method: (identifier) @reference.call))
(function_call name: (identifier) @_require arguments: (arguments . (string) @import.module)
  (#eq? @_require "require"))
