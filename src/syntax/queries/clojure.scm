(comment) @comment
(dis_expr) @silent
; Metadata may stand before the first word: `^:a (def b c)`.
((list_lit (sym_lit) @_d . (sym_lit name: (_) @name @head)) @definition.module (#eq? @_d "ns"))
((list_lit (sym_lit) @_d . (sym_lit name: (_) @name @head) . (str_lit) @docstring) @definition.function
 (#any-of? @_d "defn" "defn-" "defmulti"))
((list_lit (sym_lit) @_d . (sym_lit name: (_) @name) . (vec_lit) @head) @definition.function
 (#any-of? @_d "defn" "defn-"))
((list_lit (sym_lit) @_d . (sym_lit name: (_) @name @head)) @definition.function
 (#any-of? @_d "defn" "defn-" "defmulti" "defmethod" "deftest" "s/defn" "defcard"))
((list_lit (sym_lit) @_d . (sym_lit name: (_) @name @head)) @definition.macro (#eq? @_d "defmacro"))
((list_lit (sym_lit) @_d . (sym_lit name: (_) @name @head)) @definition.interface
 (#any-of? @_d "defprotocol" "definterface"))
((list_lit (sym_lit) @_d (list_lit . (sym_lit name: (_) @defines)))
 (#any-of? @_d "defprotocol" "definterface" "defrecord" "deftype" "extend-type" "extend-protocol"))
((list_lit (sym_lit) @_d . (sym_lit name: (_) @name @head)) @definition.impl (#eq? @_d "extend-type"))
((list_lit (sym_lit) @_d . (sym_lit name: (_) @name @head @base)) @definition.impl (#eq? @_d "extend-protocol"))
((list_lit (sym_lit) @_d . (sym_lit name: (_) @name @head)) @definition.class (#any-of? @_d "defrecord" "deftype"))
((list_lit . (sym_lit) @_d . (sym_lit name: (_) @defines)) @items (#match? @_d "^(\\w+/)?def"))
((list_lit (meta_lit) . (sym_lit) @_d . (sym_lit name: (_) @defines)) @items (#match? @_d "^(\\w+/)?def"))
((list_lit . (sym_lit) @_d . (kwd_lit name: (_) @defines)) @items (#match? @_d "^(\\w+/)?(def|reg-)"))
((list_lit (meta_lit) . (sym_lit) @_d . (kwd_lit name: (_) @defines)) @items (#match? @_d "^(\\w+/)?(def|reg-)"))
(sym_name) @reference
[(source) (list_lit)] @scope
(sym_lit) @variables
(sym_lit) @binding.name

; `[a.b :as c]`, `[a.b :refer [d] :rename {d e}]`, `[a.b :refer :all]`; a whole namespace needs no import: `a.b/d`.
[(vec_lit) (sym_ns)] @importing
((sym_ns) @module (#match? @module "[.]"))
((vec_lit . (sym_lit) @module (kwd_lit) @_k . (map_lit (sym_lit) @imported . (sym_lit) @alias)) (#eq? @_k ":rename"))
((vec_lit . (sym_lit) @module . (kwd_lit) @_k . (sym_lit) @alias) (#any-of? @_k ":as" ":as-alias"))
((vec_lit . (sym_lit) @module (sym_lit) @imported) (#match? @module "[.]") (#match? @imported "^[A-Z]"))
((vec_lit . (sym_lit) @module (kwd_lit) @_k . (vec_lit (sym_lit) @imported)) (#any-of? @_k ":refer" ":only" ":refer-macros"))
((vec_lit . (sym_lit) @module (kwd_lit) @_k . (kwd_lit) @_all) (#eq? @_k ":refer") (#eq? @_all ":all") (#set! imported "*"))

; Highlights
((list_lit . (sym_lit name: (sym_name) @function)))
((list_lit . (sym_lit name: (sym_name) @keyword))
 (#match? @keyword "^(ns|fn|let|if(-let|-not|-some)?|when(-let|-not|-some)?|do|doseq|for|loop|recur|case|cond[p>-]*|try|catch|finally|throw|require|import)$"))
((list_lit . (sym_lit name: (sym_name) @keyword) . (sym_lit name: (sym_name) @function)) (#match? @keyword "^def"))
