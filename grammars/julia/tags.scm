(line_comment) @comment
(block_comment) @comment
; A string right above a definition documents it.
(source_file (string_literal) @attribute @doc)
(module_definition (string_literal) @attribute @doc)

(module_definition name: (identifier) @name) @definition.module
(function_definition (signature [
  (call_expression . (identifier) @name)
  (where_expression . (call_expression . (identifier) @name))
  (where_expression . (where_expression . (call_expression . (identifier) @name)))
  (where_expression . (typed_expression . (call_expression . (identifier) @name)))
  (typed_expression . (call_expression . (identifier) @name))])) @definition.function
(assignment . [
  (call_expression . (identifier) @name)
  (where_expression . (call_expression . (identifier) @name))
  (where_expression . (where_expression . (call_expression . (identifier) @name)))
  (where_expression . (typed_expression . (call_expression . (identifier) @name)))
  (typed_expression . (call_expression . (identifier) @name))]) @definition.function
(function_definition (signature [(identifier) @name (operator) @name])) @definition.function
; A method added to another module's function: Base.show(...), Base.:+(...).
(function_definition (signature [
  (call_expression . (field_expression [(identifier) (quote_expression)] @name .))
  (where_expression . (call_expression . (field_expression [(identifier) (quote_expression)] @name .)))
  (where_expression . (where_expression . (call_expression . (field_expression [(identifier) (quote_expression)] @name .))))
  (where_expression . (typed_expression . (call_expression . (field_expression [(identifier) (quote_expression)] @name .))))
  (typed_expression . (call_expression . (field_expression [(identifier) (quote_expression)] @name .)))])) @definition.function
(assignment . [
  (call_expression . (field_expression [(identifier) (quote_expression)] @name .))
  (where_expression . (call_expression . (field_expression [(identifier) (quote_expression)] @name .)))
  (typed_expression . (call_expression . (field_expression [(identifier) (quote_expression)] @name .)))]) @definition.function
; A type that is called: (m::Dense)(x).
(function_definition (signature (call_expression . (parenthesized_expression (typed_expression (identifier) @name .))))) @definition.function
(assignment . (call_expression . (parenthesized_expression (typed_expression (identifier) @name .)))) @definition.function
(assignment . (call_expression . (operator) @name)) @definition.function
(function_definition (signature (call_expression . (operator) @name))) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.macro
(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])])) @definition.struct
(abstract_definition (type_head [(identifier) @name (binary_expression . (identifier) @name)])) @definition.type
(const_statement (assignment . (identifier) @name)) @definition.constant

(call_expression . (identifier) @reference.call)
(call_expression . (field_expression (identifier) @reference.call .))

(using_statement [(identifier) (scoped_identifier)] @import.module @import)
(import_statement [(identifier) (scoped_identifier)] @import.module @import)
(selected_import . (_) @import.module) @import
(selected_import . (_) (identifier) @reference.import)
