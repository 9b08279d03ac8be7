(line_comment) @comment
(block_comment) @comment
(marker_annotation) @attribute
(annotation) @attribute

(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

(method_invocation name: (identifier) @reference.call)
(object_creation_expression type: (type_identifier) @reference.call)
(object_creation_expression type: (generic_type (type_identifier) @reference.call))
(method_reference (identifier) @reference.call .)
(superclass (type_identifier) @reference.extends)
(superclass (generic_type (type_identifier) @reference.extends))
(super_interfaces (type_list (type_identifier) @reference.implements))
(extends_interfaces (type_list (type_identifier) @reference.extends))
(super_interfaces (type_list (generic_type (type_identifier) @reference.implements)))
(extends_interfaces (type_list (generic_type (type_identifier) @reference.extends)))
(function_definition name: (identifier) @name) @definition.function

(import_declaration (scoped_identifier scope: (_) @import.module name: (identifier) @reference.import)) @import
(import_declaration (scoped_identifier) "as" (identifier) @import.alias)
