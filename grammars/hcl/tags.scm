(comment) @comment

; resource "type" "name": the type contains the name, as in type.name.
(config_file (body (block (identifier) . (string_lit (template_literal) @container)
  . (string_lit (template_literal) @name)) @definition.block))
(config_file (body (block (identifier) . (string_lit (template_literal) @name) . (block_start)) @definition.block))
(config_file (body (block . (identifier) @name . (block_start)) @definition.block))
(config_file (body (attribute . (identifier) @name) @definition.variable))

(function_call (identifier) @reference.call)
