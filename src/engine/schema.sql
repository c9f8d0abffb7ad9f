-- The tables of an engine; {dimension} is that of its vectors. `repository` comes first in the primary key: it is the
-- distribution column of Citus and the hash key of YugabyteDB. Leaves without a vector are not found: they complete their
-- files. Identifiers are indexed whole and by their words. A match in the name weighs more (A) than one in the path or in
-- the names around it (B), and than one in the text (D).
CREATE EXTENSION IF NOT EXISTS vector;
CREATE OR REPLACE FUNCTION split(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace($1 || ' ' || regexp_replace($1, '([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])', '\1\3 \2\4', 'g'),
                          '[^[:alnum:]]+', ' ', 'g')
$$;
CREATE TABLE repository (name text PRIMARY KEY, commit text, version text NOT NULL, model text NOT NULL);
CREATE TABLE leaf (
    repository text NOT NULL,
    id text NOT NULL,
    hash text NOT NULL,
    path text NOT NULL,
    start_byte int NOT NULL,
    start_line int NOT NULL,
    end_line int NOT NULL,
    name text NOT NULL,
    scope text NOT NULL,
    content text NOT NULL,
    embedding vector({dimension}),
    words tsvector GENERATED ALWAYS AS (
        CASE WHEN embedding IS NOT NULL THEN
            setweight(to_tsvector('english', split(name)), 'A') || setweight(to_tsvector('english', split(scope)), 'B')
            || to_tsvector('english', split(content))
        END
    ) STORED,
    PRIMARY KEY (repository, id)
);
CREATE TABLE word (lexeme text PRIMARY KEY, leaves int NOT NULL, idf real NOT NULL);
