-- Files that stand beside records: reports of others, delivery notes, photographs, licences.

-- A file an enterprise has handed in, under the SHA-256 of its bytes; the bytes lie outside the database. Technical: what a file is
-- evidence for stands in the tables that point here, and those are audited.
create table stored_file (
  enterprise_id uuid not null references enterprise,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type <> ''),
  size integer not null check (size between 1 and 20971520),
  stored_at timestamptz not null default now(),
  -- Something has been found to point here: the clean-up need not ask again.
  is_used boolean not null default false,
  primary key (enterprise_id, digest)
);
create index stored_file_by_digest on stored_file (digest);
create index stored_file_unused on stored_file (stored_at) where not is_used;
alter table stored_file enable row level security;
alter table stored_file force row level security;
create policy tenant on stored_file using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
create policy caretaker on stored_file for all to bencao_owner using (true) with check (true);
grant select, insert, update on stored_file to bencao_app;

-- A file beside a record. It is evidence: voided with a reason, never removed.
create table attachment (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  owner_table text not null check (owner_table ~ '^[a-z_]+$'),
  owner_id uuid not null,
  digest text not null,
  name text not null check (name <> '' and name !~ '[/\\]'),
  kind text not null check (kind <> ''),
  added_by uuid not null,
  added_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, digest) references stored_file,
  foreign key (enterprise_id, added_by) references account
);
create index attachment_by_owner on attachment (enterprise_id, owner_table, owner_id);
create index attachment_by_file on attachment (enterprise_id, digest);
call make_evidence_table('attachment');

create table attachment_void (
  enterprise_id uuid not null references enterprise,
  attachment_id uuid not null,
  reason text not null check (reason <> ''),
  voided_by uuid not null,
  voided_at timestamptz not null default now(),
  primary key (enterprise_id, attachment_id),
  foreign key (enterprise_id, attachment_id) references attachment,
  foreign key (enterprise_id, voided_by) references account
);
call make_evidence_table('attachment_void', 'attachment_id');

-- A file stands beside a record of its own enterprise or not at all; row-level security decides what "own" is.
create function guard_attachment() returns trigger language plpgsql as $$
declare
  found_one boolean;
begin
  execute format('select exists (select from %I where id = $1)', new.owner_table) into found_one using new.owner_id;
  if not found_one then raise exception 'not_found' using errcode = 'BC001'; end if;
  return new;
end $$;
create trigger guarded before insert on attachment for each row execute function guard_attachment();

-- The clean-up of what was uploaded and never used. It works across enterprises, since equal files are kept once.
create function unused_files() returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select distinct digest from stored_file where not is_used and stored_at < now() - interval '1 day' limit 200;
$$;
-- Forgets a file where nothing points to it; true when no enterprise holds it any more and its bytes may go. The caller holds
-- the file's lock until they are gone.
create function forget_file(given text) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  holder uuid;
begin
  for holder in select enterprise_id from stored_file where digest = given and not is_used and stored_at < now() - interval '1 day' loop
    begin
      delete from stored_file where enterprise_id = holder and digest = given;
    exception when foreign_key_violation then
      update stored_file set is_used = true where enterprise_id = holder and digest = given;
    end;
  end loop;
  return not exists (select from stored_file where digest = given);
end $$;
grant execute on function unused_files(), forget_file(text) to bencao_app;
