(comment) @comment

(value_definition (let_binding pattern: [(value_name) (parenthesized_operator)] @name (parameter))) @definition.function
(value_definition (let_binding pattern: (parenthesized_operator) @name)) @definition.function
(value_definition (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)])) @definition.function
(value_definition (let_binding pattern: (value_name) @name)) @definition.variable
(value_specification (value_name) @name) @definition.function
(external (value_name) @name) @definition.function
(type_definition (type_binding name: (type_constructor) @name)) @definition.type
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(module_definition (module_binding (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(class_definition (class_binding (class_name) @name)) @definition.class
(method_definition (method_name) @name) @definition.method

(application_expression function: (value_path (value_name) @reference.call))

(open_module module: (module_path) @import.module) @import
(include_module module: (module_path) @import.module) @import
