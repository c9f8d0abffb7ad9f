-- The candidates of a query: $1 its words, $2 their vector or NULL, $3 the repositories or NULL for all.
-- The rarest terms, together in at most 10,000 leaves, but at least one, select the leaves, and all terms count. One term
-- is looked up at a time: YugabyteDB's GIN indexes cannot search for several. PostgreSQL has no BM25; the sum over the
-- terms of their IDF and ts_rank, which grows slower with each match and falls with the length, is close.
WITH term AS MATERIALIZED (
    SELECT idf, quote_literal(lexeme)::tsquery AS query,
        sum(leaves) OVER (ORDER BY leaves, lexeme) <= 10000 OR row_number() OVER (ORDER BY leaves, lexeme) = 1 AS selects
    FROM unnest(tsvector_to_array(to_tsvector('english', split($1::text)))) AS lexeme JOIN word USING (lexeme)
), keyword AS MATERIALIZED (
    SELECT repository, id, sum(term.idf * ts_rank('{0.5, 0.5, 0.5, 1.0}', words, term.query, 1))
        / count(DISTINCT rare.query) AS score
    FROM term AS rare JOIN leaf ON rare.selects AND words @@ rare.query CROSS JOIN term
    WHERE $3::text[] IS NULL OR repository = ANY ($3::text[])
    GROUP BY repository, id
    ORDER BY score DESC
    LIMIT 200
), near AS MATERIALIZED (
    SELECT repository, id, embedding <=> $2::text::vector AS distance
    FROM leaf
    WHERE $2::text IS NOT NULL AND embedding IS NOT NULL AND ($3::text[] IS NULL OR repository = ANY ($3::text[]))
    ORDER BY embedding <=> $2::text::vector
    LIMIT 200
), ranked AS (
    SELECT repository, id, 1.0 / (60 + row_number() OVER (ORDER BY score DESC)) AS part FROM keyword
    UNION ALL
    SELECT repository, id, 1.0 / (60 + row_number() OVER (ORDER BY distance)) FROM near
), fused AS (
    SELECT repository, id, sum(part) AS score FROM ranked GROUP BY repository, id
)
