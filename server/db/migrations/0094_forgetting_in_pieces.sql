-- What is of no use any more goes by its age, a few rows at a time (definitions/session.sql). Messages only grow, in the order of their time, so
-- that an index of a few bytes a page finds the old ones and costs nothing to write.
create policy keeper on idempotent_answer for all to bencao_owner using (true) with check (true);
create policy keeper on notification for all to bencao_owner using (true) with check (true);
create index session_by_end on session (expires_at);
create index notification_by_age on notification using brin (created_at) with (autosummarize = on);
