//! Code in documents, and blocks around headings.

use super::check;
use super::documents::check_headings;

#[test]
fn statements_of_mdx_are_code() {
    check(
        "a.mdx",
        "---
title: A
---
import { B } from './b'
export const c = 1

# D

export function E({ f }) {

  return <p>{f}</p>
}

Words with {c}.

```js
export function notReal() {}
```
",
        "body section  1-3
body imports  4-4
body items c 5-6
parent section D 7-18
  header section D 7-8
  body function E 9-13
  body section D 14-15
  body code D 16-18
",
    );
}

#[test]
fn headings_of_mdx_may_be_indented_in_components() {
    check_headings(
        "a.mdx",
        "# A\n\n<Tabs>\n  <Tab x={() => 1}>\n    ## B\n    Text.\n      - item\n    ```sh\n    # no\n    ```\n  </Tab>\n  \
         <Tab\n    y=\"1\"\n  >\n\n      ### Cé\n  </Tab>\n  <Icon />\n</Tabs>\n\n## D\n\n<E>x</E>\n\n    # code\n",
        &[
            "H1: A",
            "H1: A > H2: B",
            "H1: A > H2: B > H3: Cé",
            "H1: A > H2: D",
        ],
    );
}

#[test]
fn components_of_mdx_are_no_part_of_a_statement() {
    check(
        "a.mdx",
        "import { B } from 'b'

<B c=\"d\">
  Words of a callout.

  ```js
  e()
      ```
</B>

## F

Words.
",
        "body imports  1-2
body section  3-5
body code  6-8
body section  9-10 silent
parent section F 11-13
  header section F 11-13
",
    );
}

#[test]
fn blocks_end_before_headings() {
    check_headings(
        "a.adoc",
        "= A\n\n--\nWords\n--\n== B\n\nText.\n",
        &["H1: A", "H1: A > H2: B"],
    );
    // The title of a callout is not a section.
    check_headings(
        "a.qmd",
        "# A\n\n::: {.callout-note}\n## B\nWords.\n:::\n\n## C\n",
        &["H1: A", "H1: A > H2: C"],
    );
}

#[test]
fn cells_may_be_in_lists_and_quotes() {
    check(
        "a.qmd",
        "# A

1. First:

   ```{python}
   !ls
   def b():
       c = !pwd
       return c
   ```
2. Then

- ```{r}
  d <- function(x) x
  ```

> ```{python}
> def e():
>     pass
> ```
",
        "parent section A 1-20
  header section A 1-5
  body function b 6-10
  body section A 11-13
  body function d 14-17
  body function e 18-20
",
    );
}

#[test]
fn code_that_is_shown_declares_nothing() {
    check(
        "a.qmd",
        "```{python}
def e(): pass
```

```{code-block} python
def shown(): pass
```
",
        "gap code  1-1 silent
body function e 2-4
body code  5-7
",
    );
}
