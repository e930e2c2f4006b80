-- What of a row is signed is said by `signed_text`; the statement that signs names the table (decision 0077).
drop function if exists signed_content(regclass, uuid);
