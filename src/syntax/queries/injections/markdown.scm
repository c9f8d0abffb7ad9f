; The grammar's own query excludes children, which are the markup of inline Markdown.
(fenced_code_block
  (info_string (language) @injection.language)
  (code_fence_content) @injection.content
  (#set! injection.include-children))
((inline) @injection.content
  (#set! injection.language "markdown_inline")
  (#set! injection.include-children))
