; What stands between braces is an expression of the script's language; TypeScript reads both.
((svelte_raw_text) @injection.content
  (#set! injection.language "typescript"))
