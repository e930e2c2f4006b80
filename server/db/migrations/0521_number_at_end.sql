-- It gives back the number that was taken with the end; PostgreSQL changes no function's answer.
drop function end_request(text, bytea, integer, text);
