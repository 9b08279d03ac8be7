(comment) @comment
(multiline_comment) @comment
(attribute) @attribute

(function_declaration "func" . name: (_) @name) @definition.function
(protocol_function_declaration "func" . name: (_) @name) @definition.method
(init_declaration "init" @name) @definition.method
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (user_type) @name) @scope
(protocol_declaration name: (type_identifier) @name) @definition.interface
(typealias_declaration . (type_identifier) @name) @definition.type
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field

(call_expression (simple_identifier) @reference.call)
(call_expression (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.extends))

(import_declaration (identifier) @import.module) @import
