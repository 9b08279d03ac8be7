(comment) @comment

(function_definition declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name)) @definition.function
(function_definition declarator: (_ (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name))) @definition.function
(function_definition declarator: (_ (_ (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name)))) @definition.function
(function_definition declarator: (_ (_ (_ (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name))))) @definition.function

; Prototypes announce; inside functions they are dropped.
(declaration declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name)) @declaration.function
(declaration declarator: (_ (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name))) @declaration.function
(declaration declarator: (_ (_ (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name)))) @declaration.function

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

(template_parameter_list) @attribute
(attribute_declaration) @attribute
(function_definition declarator: (operator_cast) @name) @definition.method
(class_specifier name: (_) @name body: (_)) @definition.class
(field_declaration declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name)) @declaration.method
(field_declaration declarator: (_ (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name))) @declaration.method
(field_declaration declarator: (_ (_ (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)] @name)))) @declaration.method
(namespace_definition name: (_) @name) @definition.module
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type

(call_expression function: (qualified_identifier name: (identifier) @reference.call))
(call_expression function: (template_function name: (identifier) @reference.call))
(call_expression function: (field_expression field: (template_method name: (field_identifier) @reference.call)))
(new_expression type: (type_identifier) @reference.call)
(base_class_clause (type_identifier) @reference.extends)
(base_class_clause (template_type name: (type_identifier) @reference.extends))
(base_class_clause (qualified_identifier name: (type_identifier) @reference.extends))

(preproc_include path: (_) @import.module) @import
(using_declaration (qualified_identifier scope: (_) @import.module name: (_) @reference.import)) @import
(using_declaration "namespace" (_) @import.module) @import
; `class EXPORT Name {…}`: the macro is taken for the type, the name for a function's.
(function_definition type: (class_specifier !body) declarator: (identifier) @name body: (_)) @definition.class
(function_definition type: (struct_specifier !body) declarator: (identifier) @name body: (_)) @definition.struct
