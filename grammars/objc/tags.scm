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

(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @scope
(protocol_declaration . (identifier) @name) @definition.interface
(method_definition (method_type) . (identifier) @name) @definition.method
(method_declaration (method_type) . (identifier) @name) @definition.method
(property_declaration (struct_declaration (struct_declarator (identifier) @name))) @definition.field
(property_declaration (struct_declaration (struct_declarator (pointer_declarator (identifier) @name)))) @definition.field
(message_expression method: (identifier) @reference.call)
(class_interface superclass: (identifier) @reference.extends)

(preproc_include path: (_) @import.module) @import
(module_import path: (_) @import.module) @import
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator
  (block_pointer_declarator declarator: (type_identifier) @name)))) @definition.type
; typedef NS_ENUM(NSUInteger, Foo) is no C: its name is in an error.
(ERROR (macro_type_specifier (ERROR (identifier) @name))) @definition.enum
