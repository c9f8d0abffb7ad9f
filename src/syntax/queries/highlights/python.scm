; As for Go: methods that are called are properties, too.
(call function: (attribute attribute: (identifier) @function.method))
