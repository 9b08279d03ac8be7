(line_comment) @comment
(block_comment) @comment
(marker_annotation) @attribute
(annotation) @attribute

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(compact_constructor_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
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

(import_declaration (scoped_identifier scope: (_) @import.module name: (identifier) @reference.import) .) @import
(import_declaration [(scoped_identifier) (identifier)] @import.module (asterisk)) @import
