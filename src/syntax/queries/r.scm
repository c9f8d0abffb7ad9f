(comment) @comment
[(if_statement) (for_statement) (while_statement)] @conditional
(braced_expression) @cross
(comma) @silent

((call function: (identifier) @_f arguments: (arguments . (argument !name value: (_) @module))) @import
 (#any-of? @_f "library" "require" "attachNamespace") (#set! imported "*"))
((call function: (identifier) @_f arguments: (arguments . (argument !name value: (_) @module))) @import
 (#any-of? @_f "requireNamespace" "loadNamespace" "source"))
((call function: (identifier) @_s arguments: (arguments . (argument value: (call
   function: (identifier) @_f arguments: (arguments . (argument value: (_) @module)))))) @import
 (#match? @_s "^suppress") (#any-of? @_f "library" "require") (#set! imported "*"))
((call function: (namespace_operator) @_f arguments: (arguments . (argument value: (_) @module) (argument value: (_) @imported))) @import
 (#eq? @_f "import::from"))
((call function: (namespace_operator) @_f arguments: (arguments (argument value: [
   (identifier) @module (subset function: (_) @module arguments: (_ (argument value: (_) @imported)))]))) @import
 (#eq? @_f "box::use"))

; Functions are assignments; classes, lists of functions and methods are calls.
(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "<<-" "=" ":="]
  rhs: [(function_definition body: (_) @body) (call arguments: (arguments . (argument !name value: (function_definition body: (_) @body))))]) @definition.function
(binary_operator lhs: (extract_operator lhs: (_) @path rhs: (_) @name) operator: ["<-" "<<-" "=" ":="]
  rhs: (function_definition body: (_) @body)) @definition.method
(binary_operator lhs: [(function_definition body: (_) @body) (_ body: (function_definition body: (_) @body))]
  operator: ["->" "->>"] rhs: [(identifier) (string)] @name) @definition.function
((binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "<<-" "=" ":="]
   rhs: (call function: [(identifier) @_f (namespace_operator rhs: (_) @_f)] arguments: (_) @body)) @definition.class
 (#any-of? @_f "R6Class" "setClass" "setRefClass" "setClassUnion" "new_class" "ggproto"))
((binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "<<-" "=" ":="]
   rhs: (call function: (identifier) @_f arguments: (arguments (argument name: (_) value: (function_definition))) @body)) @definition.class
 (#eq? @_f "list"))
((binary_operator lhs: (call function: (identifier) @_m arguments: (arguments . (argument value: (_) @name) (argument value: (_) @path)))
   rhs: (function_definition body: (_) @body)) @definition.method (#eq? @_m "method"))
((binary_operator rhs: (call arguments: (arguments (argument name: (_) @_n
   value: [(identifier) @base (string) @base (namespace_operator rhs: (_) @base) (call arguments: (_ (argument value: (_) @base)))]))))
 (#any-of? @_n "inherit" "contains" "parent"))
(binary_operator lhs: [(identifier) @defines (string) @defines (extract_operator rhs: (_) @defines)] operator: ["<-" "<<-" "=" ":="]) @items
(binary_operator operator: ["->" "->>"] rhs: (identifier) @defines) @items
(binary_operator operator: "<-" rhs: (binary_operator lhs: (identifier) @defines operator: "<-"))

; `method(f, A) <- function(x) …` of S7, and `setMethod("f", "A", …)` declare `f` of `A`.
((binary_operator lhs: (call function: (_) @_f arguments: (arguments . (argument value: (identifier) @name)))
   operator: "<-" rhs: (function_definition body: (_) @body)) @definition.method
 (#match? @_f "^(S7::)?method$"))
((call function: (identifier) @_f arguments: (arguments . (argument value: (_) @name) . (comma)
   . (argument value: [(string) @path (identifier) @path (call arguments: (_ . (argument value: (_) @path)))])
   (argument value: (function_definition body: (_) @body))?)) @definition.method
 (#any-of? @_f "setMethod" "setReplaceMethod"))
((call function: (identifier) @_f @name arguments: (arguments . (argument value: (_) @path)
   (argument value: (function_definition body: (_) @body)))) @definition.method
 (#eq? @_f "setValidity"))
((call function: (identifier) @_f arguments: (arguments . (argument value: (string) @name)) @body) @definition.class
 (#any-of? @_f "R6Class" "setClass" "setRefClass" "setClassUnion" "new_class"))
((call function: (identifier) @_f arguments: (arguments . (argument value: (string) @name))) @definition.function
 (#eq? @_f "setGeneric"))
((call function: (identifier) @_f arguments: (arguments (argument value: (braced_expression) @cross)))
 (#any-of? @_f "describe" "local"))
((call function: (identifier) @_f arguments: (arguments . (argument value: (string) @name) (argument value: (braced_expression) @body))) @definition.function
 (#any-of? @_f "test_that" "it"))

; Arguments of the functions that define a class: methods, fields, and lists of them.
((argument name: (_) @_n) @silent (#any-of? @_n "inherit" "contains" "parent"))
((argument name: (_) @_n value: (call function: (identifier) @_l arguments: (_) @cross))
 (#any-of? @_n "public" "private" "active" "methods" "fields" "slots" "properties" "representation")
 (#any-of? @_l "list" "c" "representation" "signature"))
(argument name: (_) @name value: (function_definition body: (_) @body)) @definition.function
(argument name: (_) @defines) @items
((argument value: (call function: (identifier) @_l arguments: (_) @cross))
 (#any-of? @_l "list" "c" "representation" "signature"))
(argument) @silent

(identifier) @reference
(call) @call.function
