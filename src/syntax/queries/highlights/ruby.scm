; The grammar's own query takes every identifier for a method that it does not know as a local
; variable, and for that asks for a query that tells which are.
(identifier) @variable
(constant) @type
((constant) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(call method: [(identifier) (constant)] @function.method)
(method name: (identifier) @function.method)
(singleton_method name: (identifier) @function.method)
(setter (identifier) @function.method)
(alias (identifier) @function.method)
((identifier) @keyword
  (#match? @keyword "^(private|protected|public|module_function)$"))
(call method: (identifier) @keyword
  (#match? @keyword "^(require|require_relative|include|extend|prepend|raise|attr_(reader|writer|accessor)|private|protected|public|module_function)$"))
