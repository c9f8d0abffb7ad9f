(comment) @comment
; `~H` has markup with code.
(quoted_content) @embedded
; Branches of `if`, `cond` and `case`. The calls in them decide whether they contain declarations.
[(else_block) (stab_clause) (body)] @cross

; Attributes of a module that describe the next declaration.
((unary_operator "@" operand: (call target: (identifier) @_a)) @preamble
 (#any-of? @_a "moduledoc" "shortdoc" "moduletag"))
((unary_operator "@" operand: (call target: (identifier) @_a (arguments . (string)))) @docs
 (#any-of? @_a "doc" "typedoc"))
((unary_operator "@" operand: (call target: (identifier) @_a)) @attribute
 (#any-of? @_a "doc" "typedoc" "compile" "decorate" "deprecated" "derive" "dialyzer" "enforce_keys"
  "fallback_to_any" "foreign_key_type" "impl" "primary_key" "since" "spec" "tag"))
((unary_operator "@" operand: (call target: (identifier) @_a
   (arguments . [(_ left: [(identifier) @name (call target: (_) @name)]) (call target: (_) @name)]))) @definition.type
 (#any-of? @_a "type" "typep" "opaque"))
((unary_operator "@" operand: (call target: (identifier) @_a (arguments . (_ left: (call target: (_) @name))))) @definition.function
 (#eq? @_a "callback"))
((unary_operator "@" operand: (call target: (identifier) @_a (arguments . (_ left: (call target: (_) @name))))) @definition.macro
 (#eq? @_a "macrocallback"))
((unary_operator "@" operand: (call target: (identifier) @_a (arguments . (_) @module @base))) @import
 (#eq? @_a "behaviour"))
(unary_operator "@" operand: (call target: (identifier) @defines)) @items

((call target: (identifier) @_d (arguments . (_) @qualified)) @definition.module (#eq? @_d "defmodule"))
((call target: (identifier) @_d (arguments . (_) @qualified)) @definition.interface (#eq? @_d "defprotocol"))
((call target: (identifier) @_d (arguments . (_) @base
   (keywords . (pair key: (_) @_k value: [(alias) @qualified (list) @name])))) @definition.impl
 (#eq? @_d "defimpl") (#match? @_k "^for:"))
((call target: (identifier) @_d (arguments . (_) @base @qualified)) @definition.impl (#eq? @_d "defimpl"))
((call target: (identifier) @_d (arguments . [
   (list [(atom) @defines (keywords (pair key: (_) @defines))]) (keywords (pair key: (_) @defines))])) @items
 (#any-of? @_d "defstruct" "defexception"))
((call target: (identifier) @_d (arguments . [
   (identifier) @name
   (call target: (_) @name (arguments)? @parameters)
   (binary_operator left: [(identifier) @name (call target: (_) @name (arguments)? @parameters)] operator: "when")])) @definition.macro
 (#match? @_d "^def(macro|guard)p?$"))
((call target: (identifier) @_d (arguments . [
   (call target: (_) @name (arguments)? @parameters)
   (binary_operator left: [(identifier) @name (call target: (_) @name (arguments)? @parameters)] operator: "when")])) @definition.function
 (#match? @_d "^def"))
; `defmacro defa(b)` declares no function `b`.
((call target: (identifier) @_d (arguments . (identifier) @name)) @definition.function
 (#any-of? @_d "def" "defp" "defn" "defnp" "defdelegate"))
((call target: (identifier) @_d (arguments . (binary_operator operator: _ @name))) @definition.function (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (string) @name)) @definition.function (#any-of? @_d "test" "property"))

((call target: (identifier) @_i (arguments . (_ left: (_) @module right: (tuple (alias) @module)))) @import
 (#any-of? @_i "alias" "require" "use"))
((call target: (identifier) @_i (arguments . (_ left: (_) @module right: (tuple (alias) @module)))) @import
 (#eq? @_i "import") (#set! imported "*"))
((call target: (identifier) @_i (arguments . (_) @module (keywords . (pair key: (_) @_k value: (_) @alias)))) @import
 (#any-of? @_i "alias" "require") (#match? @_k "^as:"))
((call target: (identifier) @_i (arguments . (alias) @module .)) @import (#any-of? @_i "alias" "require"))
((call target: (identifier) @_i (arguments . (alias) @module @base)) @import (#eq? @_i "use"))
((call target: (identifier) @_i (arguments . (_) @module
   (keywords . (pair key: (_) @_k value: (list (keywords (pair key: (_) @imported))))))) @import
 (#eq? @_i "import") (#match? @_k "^only:"))
((call target: (identifier) @_i (arguments . (alias) @module .)) @import (#eq? @_i "import") (#set! imported "*"))
((call target: (identifier) @_i) @import (#any-of? @_i "alias" "import" "require" "use"))

((call target: (identifier) @_s (do_block) @cross) (#any-of? @_s "describe" "schema" "embedded_schema"))
((call (do_block [
   (call target: (identifier) @_d)
   (else_block (call target: (identifier) @_d))
   (stab_clause right: (body (call target: (identifier) @_d)))]) @cross)
 (#match? @_d "^(def|test$)"))
((call target: (identifier) @_n (arguments . (atom) @defines)) @items
 (#any-of? @_n "belongs_to" "embeds_many" "embeds_one" "field" "has_many" "has_one" "many_to_many"))
(call (do_block) @body)
(call (arguments (keywords . (pair value: (_) @body))))
((call (do_block (_ operand: (call target: (identifier) @_m (arguments . (string)))) @docstring)) (#eq? @_m "moduledoc"))

(identifier) @reference
(atom) @reference.symbol
(alias) @reference.path
(call) @call.target
; `%Conf{port: 1}`, `%{conf | port: 1}`
(map) @special
