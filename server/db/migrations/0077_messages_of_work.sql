-- A message says which record asks what of whom. It is done when somebody has done it; news that asks nothing lapses by itself.
-- A message is no record of what was done: an audit entry for each of its readers, and for each that is done, said nothing that the record does not say.
drop trigger audited on notification;

alter table notification
  add column record_table text check (record_table <> ''),
  add column record_id uuid,
  add column asked text check (asked <> ''),
  add column done_at timestamptz,
  add column lapses_at timestamptz,
  add check (num_nonnulls(record_table, record_id, asked) in (0, 3)),
  add check (done_at is null or asked is not null);

-- What waits at this record: a step looks here alone, however many messages there are.
create index notification_asked on notification (enterprise_id, record_id) where asked is not null and done_at is null;
drop index notification_unread;
create index notification_unread on notification (enterprise_id, account_id) where read_at is null and binned_at is null and done_at is null;

-- What was sent before cannot be told from work that is done. It lapses as news does; letters about one's own account stay.
alter table notification no force row level security;
update notification set lapses_at = created_at + interval '30 days' where path not like '/ucenter%';
alter table notification force row level security;
