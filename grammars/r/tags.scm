(comment) @comment

(binary_operator lhs: [(identifier) (string)] @name rhs: (function_definition)) @definition.function
(program (binary_operator lhs: (identifier) @name) @definition.variable)
(call function: (identifier) @_class arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_class "setClass" "R6Class" "setRefClass" "setGeneric" "setMethod")) @definition.class
(call function: (identifier) @_test arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_test "test_that" "describe" "it")) @definition.test

(call function: (identifier) @reference.call)
(call function: (namespace_operator rhs: (identifier) @reference.call))
(call function: (identifier) @_library arguments: (arguments . (argument value: (_) @import.module))
  (#any-of? @_library "library" "require"))
