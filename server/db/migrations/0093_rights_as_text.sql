-- They answer with the rights in one text; the definitions make them anew.
drop function if exists begin_request(bytea, text, text);
drop function if exists begin_token_request(bytea, text, text);
