(comment) @comment
(attribute_list) @attribute

(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(const_declaration (const_element (name) @name)) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name))) @definition.field
(expression_statement (assignment_expression left: (variable_name (name) @name)
  right: [(anonymous_function) (arrow_function)])) @definition.function
(namespace_definition name: (_) @name body: (_)) @definition.module

(function_call_expression function: (name) @reference.call)
(function_call_expression function: (qualified_name (name) @reference.call))
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression name: (name) @reference.call)
(object_creation_expression (name) @reference.call)
(object_creation_expression (qualified_name (name) @reference.call))
(base_clause (name) @reference.extends)
(base_clause (qualified_name (name) @reference.extends))
(class_interface_clause (name) @reference.implements)
(class_interface_clause (qualified_name (name) @reference.implements))
(use_declaration (name) @reference.implements)

(namespace_use_declaration (namespace_name) @import.module) @import
(namespace_use_declaration (namespace_use_clause)) @import
(namespace_use_clause (qualified_name prefix: (namespace_name) @import.module (name) @reference.import)) @import
(namespace_use_clause . (name) @reference.import)
(namespace_use_clause alias: (name) @import.alias)
(require_expression (encapsed_string) @import.module) @import
(require_once_expression (encapsed_string) @import.module) @import
(require_expression (string) @import.module) @import
(require_once_expression (string) @import.module) @import
(include_expression (string) @import.module) @import
