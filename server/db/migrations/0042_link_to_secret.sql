-- The link that confirms a secret is bound to that one secret.
alter table mail_link add column secret_id uuid;
alter table mail_link add foreign key (enterprise_id, secret_id) references secret_confirmation;

-- The definitions make it again, with one more column.
drop function use_mail_link(bytea, text);
