; Expressions in braces are in the language of the script. TypeScript parses JavaScript, too.
((svelte_raw_text) @injection.content
  (#set! injection.language "typescript"))
