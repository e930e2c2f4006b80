-- What is of no use any more goes by its age, a few rows at a time (definitions/session.sql).
create policy keeper on idempotent_answer for all to bencao_owner using (true) with check (true);
create index session_by_end on session (expires_at);
