(comment) @comment

(function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
(function_definition declarator: (_ (function_declarator declarator: (identifier) @name))) @definition.function
(function_definition declarator: (_ (_ (function_declarator declarator: (identifier) @name)))) @definition.function
(function_definition declarator: (_ (_ (_ (function_declarator declarator: (identifier) @name))))) @definition.function

; Prototypes announce; inside functions they are dropped.
(declaration declarator: (function_declarator declarator: (identifier) @name)) @declaration.function
(declaration declarator: (_ (function_declarator declarator: (identifier) @name))) @declaration.function
(declaration declarator: (_ (_ (function_declarator declarator: (identifier) @name)))) @declaration.function

(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.struct
(enum_specifier name: (_) @name body: (_)) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (_ declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name)))) @definition.type

(declaration declarator: (identifier) @name) @definition.variable
(declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.variable
(declaration declarator: (init_declarator declarator: (_ declarator: (identifier) @name))) @definition.variable
(declaration declarator: (array_declarator declarator: (identifier) @name)) @definition.variable
(declaration declarator: (pointer_declarator declarator: (identifier) @name)) @definition.variable
(field_declaration declarator: (field_identifier) @name) @definition.field
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name)) @definition.field

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (field_identifier) @reference.call))

(preproc_include path: (_) @import.module) @import
