(comment) @comment

(function_definition name: (word) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
(command name: (command_name (word) @_test) . argument: (string) @name
  (#eq? @_test "@test")) @definition.test

(command name: (command_name (word) @reference.call))
(command name: (command_name (word) @_source) . argument: (word) @import.module
  (#any-of? @_source "source" "."))
