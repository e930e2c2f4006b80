-- The office around accounts and roles: a role nobody holds may go, and the list finds names and their initials.
grant delete on role to bencao_app;
create index account_by_name on account (enterprise_id, name);
create index security_log_of_account on security_log (enterprise_id, account_id, id);
