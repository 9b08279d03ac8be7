(comment) @comment
; @doc, @spec and other attributes stand before what they describe.
(unary_operator operator: "@") @attribute
(unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments (string (quoted_content) @doc))
  (#any-of? @_doc "doc" "moduledoc" "typedoc")))

(call target: (identifier) @_kind (arguments . (alias) @name) (do_block)
  (#any-of? @_kind "defmodule" "defprotocol")) @definition.module
(call target: (identifier) @_kind (arguments . (alias) @name)
  (#eq? @_kind "defimpl")) @scope
(call target: (identifier) @_kind (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name))
    (binary_operator left: (identifier) @name)])
  (#any-of? @_kind "def" "defp" "defdelegate" "defguard" "defguardp" "defn")) @definition.function
(call target: (identifier) @_kind (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name))])
  (#any-of? @_kind "defmacro" "defmacrop")) @definition.macro
(call target: (identifier) @_kind (arguments . (string) @name) (do_block)
  (#any-of? @_kind "test" "describe" "property")) @definition.test

(call target: (identifier) @reference.call)
(call target: (dot right: (identifier) @reference.call))
(call target: (identifier) @_import (arguments . (alias) @import.module)
  (#any-of? @_import "import" "alias" "require" "use")) @import
(call target: (identifier) @_import (arguments (keywords (pair key: (keyword) value: (alias) @import.alias)))
  (#any-of? @_import "alias" "require"))
(call target: (identifier) @_import (arguments . (dot left: (alias) @import.module
    right: (tuple (alias) @reference.import)))
  (#any-of? @_import "alias" "require" "import")) @import
(unary_operator operator: "@" operand: (call target: (identifier) @_type (arguments (binary_operator left: [
    (identifier) @name
    (call target: (identifier) @name)]))
  (#any-of? @_type "type" "typep" "opaque"))) @definition.type
(unary_operator operator: "@" operand: (call target: (identifier) @_callback (arguments (binary_operator left:
    (call target: (identifier) @name)))
  (#any-of? @_callback "callback" "macrocallback"))) @definition.function
