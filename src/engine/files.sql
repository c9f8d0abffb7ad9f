-- After candidates.sql: the files with candidates, the lines of these, and the texts. Leaves, joined, are their file.
, file AS (
    SELECT repository, path, array_agg(start_line) AS first_lines, array_agg(end_line) AS last_lines
    FROM fused JOIN leaf USING (repository, id)
    GROUP BY repository, path
)
SELECT repository, path, first_lines, last_lines, string_agg(content, '' ORDER BY start_byte)
FROM file JOIN leaf USING (repository, path)
GROUP BY repository, path, first_lines, last_lines
HAVING sum(octet_length(content)) <= 2000000
