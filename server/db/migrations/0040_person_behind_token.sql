-- A program's request is told who stands behind it, so its frame has one more column (session.sql).
drop function if exists begin_token_request(bytea, text, text);
