(comment) @comment
(haddock) @comment
; A type signature stands before the equations it types.
(declarations (signature) @attribute)
(instance_declarations (signature) @attribute)
(pragma) @attribute

(declarations (function name: (_) @name) @definition.function)
(declarations (bind name: (_) @name) @definition.function)
(declarations (function (infix operator: (_) @name)) @definition.function)
(data_type name: (name) @name) @definition.type
(newtype name: (name) @name) @definition.type
(type_synomym name: (name) @name) @definition.type
(class name: (name) @name) @definition.interface
(class_declarations declaration: (signature name: (_) @name) @definition.method)
(instance name: (name) @name) @scope
(instance_declarations declaration: (function name: (_) @name) @definition.method)
(instance_declarations declaration: (bind name: (_) @name) @definition.method)

(apply function: (variable) @reference.call)
(apply function: (qualified (variable) @reference.call))
(infix right_operand: (variable) @reference.call)
(instance name: (name) @reference.implements)

(import module: (module) @import.module) @import
(import alias: (module) @import.alias)
(import names: (import_list name: (import_name variable: (variable) @reference.import)))
(import names: (import_list name: (import_name type: (name) @reference.import)))
; A field of a record is a function from it.
(field name: (field_name (variable) @name)) @definition.field
