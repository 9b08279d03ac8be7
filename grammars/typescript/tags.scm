(comment) @comment
(decorator) @attribute

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(class name: (_) @name) @definition.class
(function_expression name: (identifier) @name) @definition.function
(generator_function name: (identifier) @name) @definition.function
(method_definition name: (_) @name) @definition.method

; A function kept in a name: a variable, a member, a class field, an object's property.
(lexical_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)])) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)])) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class))) @definition.class
(expression_statement (assignment_expression left: [(member_expression) (identifier)] @name
  right: [(arrow_function) (function_expression) (generator_function)])) @definition.function
(pair key: [(property_identifier) (string) (computed_property_name)] @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method

(lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @definition.constant
(lexical_declaration kind: "let" (variable_declarator name: (identifier) @name)) @definition.variable
(variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable

; Tests are calls with a title and a body.
(expression_statement (call_expression
  function: [(identifier) @_test (member_expression object: (identifier) @_test)
    (call_expression function: (member_expression object: (identifier) @_test))]
  arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)])
  (#any-of? @_test "it" "test" "describe" "suite" "context" "specify" "bench"))) @definition.test

(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression property: (_) @reference.call))
(new_expression constructor: (identifier) @reference.call)
(new_expression constructor: (member_expression property: (_) @reference.call))

(abstract_class_declaration name: (type_identifier) @name) @definition.class
(interface_declaration name: (type_identifier) @name) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name) @definition.enum
(internal_module name: (_) @name) @definition.module
(module name: (_) @name) @definition.module
(function_signature name: (identifier) @name) @definition.function
(abstract_method_signature name: (_) @name) @definition.method
(method_signature name: (_) @name) @definition.method
(interface_body (property_signature name: (_) @name) @definition.field)
(public_field_definition name: (_) @name
  value: [(arrow_function) (function_expression)]) @definition.method
(public_field_definition name: (_) @name) @definition.field

(extends_clause value: (identifier) @reference.extends)
(extends_clause value: (member_expression property: (_) @reference.extends))
(extends_type_clause type: (type_identifier) @reference.extends)
(extends_type_clause type: (generic_type name: (type_identifier) @reference.extends))
(implements_clause (type_identifier) @reference.implements)
(implements_clause (generic_type name: (type_identifier) @reference.implements))

(import_statement source: (string) @import.module) @import
(import_statement (import_require_clause (identifier) @import.all source: (string) @import.module)) @import
(import_specifier name: (_) @reference.import)
(import_specifier alias: (identifier) @import.alias)
(import_clause (identifier) @import.default)
(namespace_import (identifier) @import.all)
(export_statement source: (string) @import.module) @import
(export_statement (export_clause (export_specifier name: (_) @reference.import)) source: (string))
(export_statement (export_clause (export_specifier alias: (_) @import.alias)) source: (string))
(variable_declarator name: (_) @_names value: (call_expression
  function: (identifier) @_require arguments: (arguments . (string) @import.module .))
  (#eq? @_require "require")) @import
(variable_declarator name: (identifier) @import.all value: (call_expression
  function: (identifier) @_require arguments: (arguments . (string) .)) (#eq? @_require "require"))
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @reference.import)
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) .))
  (#eq? @_require "require"))
(variable_declarator name: (object_pattern (pair_pattern
    key: (property_identifier) @reference.import value: (identifier) @import.alias))
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) .))
  (#eq? @_require "require"))
