; Where a field has one kind only (`arguments:` an argument list, `method:` a call), `_` stands for it: the query compiles a quarter faster.
(comment) @comment
[(alias) (operator_assignment)] @items
(module) @definition.module
(class) @definition.class
[(method) (singleton_method)] @definition.method
[(if) (unless) (elsif) (begin)] @conditional
[(singleton_class) (body_statement) (block_body) (then) (else)] @cross
(heredoc_body) @silent
; `class A … end if B`
[(if_modifier) (unless_modifier)] @conditional

[(identifier) (constant) (global_variable) (class_variable) (instance_variable) (super)] @reference
(simple_symbol) @reference.symbol
(string_content) @reference.words
(call) @call.method
; `map(&:weight)` calls the method.
(block_argument) @call
[(keyword_parameter) (optional_parameter) (splat_parameter) (hash_splat_parameter) (block_parameter)] @binding.name
[(method_parameters) (block_parameters) (lambda_parameters) (destructured_parameter)
 (exception_variable)] @binding
(assignment) @binding.left
(for) @binding.pattern
[(for) (exception_variable)] @variables

; `A::B` has the path `A`; `def A.b` is in `A`.
(module name: (scope_resolution) @qualified)
(class name: (scope_resolution) @qualified)
(singleton_method object: (constant) @path)
((method name: (_) @_n) @definition.constructor (#eq? @_n "initialize"))
((singleton_method name: (_) @_n) @definition.constructor (#eq? @_n "initialize"))
(method name: (setter)) @definition.accessor
(singleton_method name: (setter)) @definition.accessor

(class superclass: (_) @base)

; A constant with a function or a class as its value is a function or a class.
(assignment left: [(constant) (scope_resolution)] @qualified right: (lambda)) @definition.function
((assignment left: [(constant) (scope_resolution)] @qualified
   right: (_ !receiver method: (identifier) @_m block: (_)? @body)) @definition.function
 (#any-of? @_m "lambda" "proc"))
((assignment left: [(constant) (scope_resolution)] @qualified
   right: (_ receiver: (_) @_r method: (identifier) @_m block: (_)? @body)) @definition.function
 (#match? @_r "^(::)?Proc$") (#eq? @_m "new"))
((assignment left: [(constant) (scope_resolution)] @qualified
   right: (_ receiver: (_) @_r method: (identifier) @_m
     arguments: (_ [(simple_symbol) (string)] @defines) block: (_)? @body)) @definition.struct
 (#match? @_r "^(::)?(Struct|Data)$") (#any-of? @_m "new" "define"))
((assignment left: [(constant) (scope_resolution)] @qualified
   right: (_ receiver: (_) @_r method: (identifier) @_m block: (_)? @body)) @definition.struct
 (#match? @_r "^(::)?(Struct|Data)$") (#any-of? @_m "new" "define"))
((assignment left: [(constant) (scope_resolution)] @qualified
   right: (_ receiver: (_) @_r method: (identifier) @_m block: (_)? @body)) @definition.module
 (#match? @_r "^(::)?Module$") (#eq? @_m "new"))
((assignment left: [(constant) (scope_resolution)] @qualified
   right: (_ receiver: (_) @_r method: (identifier) @_m
     arguments: (_ [(constant) (scope_resolution)] @base) block: (_)? @body)) @definition.class
 (#match? @_r "^(::)?Class$") (#eq? @_m "new"))
((assignment left: [(constant) (scope_resolution)] @qualified
   right: (_ receiver: (_) @_r method: (identifier) @_m block: (_)? @body)) @definition.class
 (#match? @_r "^(::)?Class$") (#eq? @_m "new"))

; `autoload :A, "a"` imports a name.
((call !receiver method: (identifier) @_m) @import (#any-of? @_m "require" "require_relative" "load" "autoload"))
((call !receiver method: (identifier) @_m arguments: (_ . (string) @module .))
 (#any-of? @_m "require" "require_relative" "load"))
((call !receiver method: (identifier) @_m arguments: (_ . (simple_symbol) @imported . (string) @module .))
 (#eq? @_m "autoload"))

; Calls with a block: suites, tests, tasks, methods, scopes, and descriptions of the next definition.
((call !receiver method: (identifier) @_m block: (_) @cross)
 (#any-of? @_m "describe" "context" "feature" "fdescribe" "xdescribe" "fcontext" "xcontext" "included" "class_methods"))
((call receiver: (constant) @_r method: (identifier) @_m block: (_) @cross)
 (#any-of? @_m "describe" "context" "feature" "fdescribe" "xdescribe" "fcontext" "xcontext" "included" "class_methods") (#eq? @_r "RSpec"))
((call !receiver method: (identifier) @_m
   arguments: (_ . [(simple_symbol) @name (delimited_symbol) @name (string) @name (constant) @name
     (scope_resolution) @name (pair key: (_) @name)]) block: (_) @body) @definition.function
 (#any-of? @_m "it" "specify" "example" "scenario" "fit" "xit" "test" "task" "multitask" "file"))
((call receiver: (constant) @_r method: (identifier) @_m
   arguments: (_ . [(simple_symbol) @name (delimited_symbol) @name (string) @name (constant) @name
     (scope_resolution) @name (pair key: (_) @name)]) block: (_) @body) @definition.function
 (#any-of? @_m "it" "specify" "example" "scenario" "fit" "xit" "test" "task" "multitask" "file") (#eq? @_r "RSpec"))
((call !receiver method: (identifier) @_m
   arguments: (_ . [(simple_symbol) @name (delimited_symbol) @name (string) @name (constant) @name
     (scope_resolution) @name (pair key: (_) @name)]) block: (_) @body) @definition.method
 (#any-of? @_m "define_method" "define_singleton_method"))
((call receiver: (constant) @_r method: (identifier) @_m
   arguments: (_ . [(simple_symbol) @name (delimited_symbol) @name (string) @name (constant) @name
     (scope_resolution) @name (pair key: (_) @name)]) block: (_) @body) @definition.method
 (#any-of? @_m "define_method" "define_singleton_method") (#eq? @_r "RSpec"))
((call !receiver method: (identifier) @_m
   arguments: (_ . [(simple_symbol) @name (delimited_symbol) @name (string) @name (constant) @name
     (scope_resolution) @name (pair key: (_) @name)]) block: (_) @body) @definition.module
 (#any-of? @_m "namespace" "shared_examples" "shared_examples_for" "shared_context" "concern" "concerning"))
((call receiver: (constant) @_r method: (identifier) @_m
   arguments: (_ . [(simple_symbol) @name (delimited_symbol) @name (string) @name (constant) @name
     (scope_resolution) @name (pair key: (_) @name)]) block: (_) @body) @definition.module
 (#any-of? @_m "namespace" "shared_examples" "shared_examples_for" "shared_context" "concern" "concerning") (#eq? @_r "RSpec"))
((call !receiver method: (identifier) @_m block: (_)) @attribute
 (#any-of? @_m "desc" "long_desc" "method_option" "sig"))
(call block: (_ body: (_ [(module) (class) (method) (singleton_method)])) @cross)
((call block: (_ body: (_ (call method: (identifier) @_d block: (_)))) @cross)
 (#any-of? @_d "describe" "context" "feature" "fdescribe" "xdescribe" "fcontext" "xcontext" "included" "class_methods"
  "it" "specify" "example" "scenario" "fit" "xit" "test" "task" "multitask" "file"
  "define_method" "define_singleton_method"
  "namespace" "shared_examples" "shared_examples_for" "shared_context" "concern" "concerning"))

; `private def a … end` and `private attr_reader :a` declare `a`. `private :a` belongs to the method before it.
(call !receiver arguments: (_ . [(method) (singleton_method)] @wraps))
((call !receiver method: (identifier) @_v arguments: (_
   . (call method: (identifier) @_m arguments: (_ [(simple_symbol) (string)] @defines)))) @items
 (#any-of? @_v "private" "protected" "public" "module_function" "private_class_method" "public_class_method"
  "private_constant" "ruby2_keywords")
 (#any-of? @_m "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "cattr_reader" "mattr_accessor"
  "mattr_reader" "class_attribute" "thread_mattr_accessor" "delegate"))
((call !receiver method: (identifier) @_v arguments: (_ . (call))) @items
 (#any-of? @_v "private" "protected" "public" "module_function" "private_class_method" "public_class_method"
  "private_constant" "ruby2_keywords"))
((call !receiver method: (identifier) @_m) @silent
 (#any-of? @_m "private" "protected" "public" "module_function" "private_class_method" "public_class_method"
  "private_constant" "ruby2_keywords"))
((identifier) @attribute
 (#any-of? @attribute "private" "protected" "public" "module_function" "private_class_method" "public_class_method"
  "private_constant" "ruby2_keywords"))
(identifier) @items
((call !receiver method: (identifier) @_m) @docs
 (#any-of? @_m "desc" "long_desc" "method_option" "sig"))
((call !receiver method: (identifier) @_m arguments: (_ [(constant) (scope_resolution)] @base)) @items
 (#any-of? @_m "include" "extend" "prepend"))
((call !receiver method: (identifier) @_m arguments: (_ [(simple_symbol) (delimited_symbol) (string) (constant) (scope_resolution)] @defines)) @items
 (#any-of? @_m "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "cattr_reader" "mattr_accessor"
  "mattr_reader" "class_attribute" "thread_mattr_accessor" "delegate"))
; The receiver comes first.
((call !receiver method: (identifier) @_m arguments: (_ . (_) [(simple_symbol) (string)] @defines)) @items
 (#eq? @_m "def_delegators"))
((call !receiver method: (identifier) @_m arguments: (_ . (_) [(simple_symbol) (string)] @defines .)) @items
 (#eq? @_m "def_delegator"))
((call !receiver method: (identifier) @_m
   arguments: (_ . [(simple_symbol) @defines (delimited_symbol) @defines (string) @defines (constant) @defines
     (scope_resolution) @defines (pair key: (_) @defines)])) @items
 (#any-of? @_m "alias_method" "attribute" "belongs_to" "const_set" "enum" "factory"
  "has_and_belongs_to_many" "has_many" "has_one" "let" "let!" "scope" "subject" "task"))

; Highlights
; The grammar's own query highlights every identifier as a method unless it is a known local variable. That
; requires a query for local variables.
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
