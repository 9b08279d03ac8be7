(comment) @comment

(method name: (_) @name) @definition.function
(singleton_method
  object: [(constant) @container (scope_resolution name: (constant) @container)]
  name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(class name: [(constant) (scope_resolution)] @name) @definition.class
(module name: [(constant) (scope_resolution)] @name) @definition.module
(assignment left: (constant) @name) @definition.constant
(call method: (identifier) @_test arguments: (argument_list . (string) @name) block: (_)
  (#any-of? @_test "it" "describe" "context" "specify" "test" "feature" "scenario")) @definition.test

(call method: (identifier) @reference.call)
(call receiver: (constant) @reference.call method: (identifier) @_new (#eq? @_new "new"))
(call method: (identifier) @_require arguments: (argument_list . (string) @import.module)
  (#any-of? @_require "require" "require_relative" "autoload"))
(superclass (constant) @reference.extends)
(superclass (scope_resolution name: (constant) @reference.extends))
(call method: (identifier) @_mixin arguments: (argument_list (constant) @reference.implements)
  (#any-of? @_mixin "include" "extend" "prepend"))
(alias name: (_) @name) @definition.method
(call method: (identifier) @_alias arguments: (argument_list . [(simple_symbol) (string)] @name)
  (#any-of? @_alias "alias_method" "define_method" "def_delegator")) @definition.method
(call method: (identifier) @_accessor arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_accessor "attr_accessor" "attr_reader" "attr_writer")) @definition.field
