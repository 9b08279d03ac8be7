(comment) @comment

(rule_set (selectors) @name) @definition.block
(keyframes_statement (keyframes_name) @name) @definition.block

(import_statement (string_value) @import.module)
