(comment) @comment
(decorator) @attribute

(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
(type_alias_statement left: (type (identifier) @name)) @definition.type

; Variables of modules and classes; the ones inside functions are left out.
(module (expression_statement (assignment left: (identifier) @name)) @definition.variable)
(module (if_statement consequence: (block (expression_statement (assignment left: (identifier) @name)) @definition.variable)))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @definition.field))

; Docstrings: the first statement of a body or a module, and the string right below a variable.
(module . (comment)* . (expression_statement (string) @doc))
(function_definition body: (block . (expression_statement (string) @doc)))
(class_definition body: (block . (expression_statement (string) @doc)))

(call function: (identifier) @reference.call)
(call function: (attribute attribute: (identifier) @reference.call))
(decorator (identifier) @reference.call)
(decorator (attribute attribute: (identifier) @reference.call))
(class_definition superclasses: (argument_list (identifier) @reference.extends))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @reference.extends)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @reference.extends)))
(class_definition superclasses: (argument_list (subscript value: (attribute attribute: (identifier) @reference.extends))))

(import_statement name: (dotted_name) @import.module @import)
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.alias) @import)
(import_from_statement module_name: (_) @import.module) @import
(import_from_statement name: (dotted_name) @reference.import)
(import_from_statement name: (aliased_import name: (dotted_name) @reference.import alias: (identifier) @import.alias))
