-- Who is who, who may do what, and the audit: everything that a feature stands on.
-- Runs as bencao_owner, which owns every table and cannot log in; the server connects as bencao_app.

create extension if not exists btree_gist; -- exclusion constraints over (enterprise, interval)

revoke create on schema public from public;
grant usage on schema public to bencao_app;

-- The enterprise and the person a transaction acts for; `serve` sets both, locally, before any statement of a handler.
-- A setting that was once local reads back as '', hence nullif.
create function current_enterprise() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.enterprise', true), '')::uuid;
create function current_actor() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.actor', true), '')::uuid;
-- The calendar day in the factory, whatever the zone of the connection.
create function today() returns date language sql stable parallel safe
  return (now() at time zone 'Asia/Shanghai')::date;

create table enterprise (
  id uuid primary key default uuidv7(),
  -- The short number that trace codes of scheme INTERNAL carry in their ciphertext; never reused.
  number integer generated always as identity unique,
  name text not null check (name <> ''),
  initials text not null default '',
  credit_code text unique check (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$'),
  licence_no text not null default '',
  address text not null default '',
  phone text not null default '',
  introduction text not null default '',
  -- The first enterprise of an installation approves registrations; there is exactly one.
  is_operating boolean not null default false,
  is_demo boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index one_operating_enterprise on enterprise (is_operating) where is_operating;

create table account (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  -- Signing in names no enterprise, so the name is unique in the installation. Folded and checked by the server.
  user_name text not null unique check (user_name <> ''),
  name text not null check (name <> ''),
  initials text not null default '',
  post text not null default '',
  phone text not null default '',
  email text not null default '',
  password_hash text not null,
  -- An administrator chose the password: the person must choose their own before signing anything.
  must_change_password boolean not null default false,
  one_time_until timestamptz,
  state text not null default 'active' check (state in ('active', 'disabled')),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id)
);

create table role (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  name text not null check (name <> ''),
  built_in boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, name)
);

-- A page code (11) or a duty (11:create); the lists stand in the contract.
create table role_right (
  enterprise_id uuid not null,
  role_id uuid not null,
  right_code text not null check (right_code ~ '^\d{2,3}(:[a-z_]+)?$'),
  primary key (enterprise_id, role_id, right_code),
  foreign key (enterprise_id, role_id) references role
);

create table account_role (
  enterprise_id uuid not null,
  account_id uuid not null,
  role_id uuid not null,
  primary key (enterprise_id, account_id, role_id),
  foreign key (enterprise_id, account_id) references account,
  foreign key (enterprise_id, role_id) references role
);
create index account_role_by_role on account_role (enterprise_id, role_id);

create table session (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  account_id uuid not null,
  -- SHA-256 of the cookie; the cookie itself is nowhere on the server.
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idle_seconds integer not null,
  user_agent text not null default '',
  address text not null default '',
  revoked_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, account_id) references account
);
create index session_by_account on session (enterprise_id, account_id);

-- Wrong passwords and other guesses, counted for all processes alike.
create table throttle (
  key text primary key,
  window_started_at timestamptz not null default now(),
  hits integer not null default 1
) with (fillfactor = 50);

create table security_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  enterprise_id uuid references enterprise,
  account_id uuid,
  event text not null,
  user_name text not null default '',
  address text not null default '',
  request text not null default '',
  facts jsonb not null default '{}'
);

create table idempotent_answer (
  enterprise_id uuid not null,
  account_id uuid not null,
  key text not null,
  request_digest bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, account_id, key),
  foreign key (enterprise_id, account_id) references account
);
create index idempotent_answer_by_age on idempotent_answer (created_at);

-- Document and lot numbers: one row per enterprise, object and day, so that a number is never given twice and none is
-- lost with a rolled-back transaction.
create table number_counter (
  enterprise_id uuid not null references enterprise,
  object text not null,
  day date not null,
  last integer not null,
  primary key (enterprise_id, object, day)
) with (fillfactor = 50);

create table signature (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  record_table text not null,
  record_id uuid not null,
  signer_id uuid not null,
  -- As printed beside the signature; kept because people change their names and posts.
  signer_name text not null check (signer_name <> ''),
  meaning text not null check (meaning <> ''),
  comment text not null default '',
  signed_at timestamptz not null default now(),
  method text not null default 'password',
  digest_algorithm text not null default 'sha256',
  -- The record as signed, as canonical text, and its digest: a later change shows as a broken signature.
  content text not null,
  digest bytea not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, signer_id) references account,
  check (digest = sha256(convert_to(content, 'UTF8')))
);
create index signature_by_record on signature (enterprise_id, record_table, record_id);

create table notification (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  account_id uuid not null,
  title text not null,
  body text not null default '',
  path text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  binned_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, account_id) references account
);
create index notification_by_account on notification (enterprise_id, account_id, created_at desc);
create index notification_unread on notification (enterprise_id, account_id) where read_at is null and binned_at is null;

-- ── Audit ────────────────────────────────────────────────────────────────────────────────────────────────────────────

create sequence audit_id;
create table audit (
  enterprise_id uuid not null references enterprise,
  id bigint not null,
  xid xid8 not null,
  at timestamptz not null,
  actor text not null check (actor <> ''),
  request text not null,
  reason text,
  table_name text not null,
  row_key text not null,
  op text not null check (op in ('INSERT', 'UPDATE', 'DELETE')),
  -- Row images as JSON text, byte for byte what was hashed; secrets are left out.
  before text,
  after text,
  digest bytea not null,
  primary key (enterprise_id, id)
);
create index audit_by_transaction on audit (enterprise_id, xid);
create index audit_by_row on audit (enterprise_id, table_name, row_key, id);

-- One link per transaction and enterprise: hash(n) = sha256(hash(n-1) || digest of the transaction's rows).
create table audit_link (
  enterprise_id uuid not null references enterprise,
  seq bigint not null,
  xid xid8 not null,
  entries integer not null check (entries > 0),
  entries_digest bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  at timestamptz not null default now(),
  primary key (enterprise_id, seq),
  unique (enterprise_id, xid),
  check (hash = sha256(previous_hash || entries_digest))
);

create table audit_head (
  enterprise_id uuid primary key references enterprise,
  seq bigint not null default 0,
  hash bytea not null default sha256('bencao audit v1')
) with (fillfactor = 50);

-- The image of a row as the audit keeps it; of a password's hash only a digest, which shows a change and gives nothing away.
-- The verifier makes the same image from the row that stands now.
create function audit_image(row_value jsonb) returns text language sql immutable parallel safe
  return (case when row_value ? 'password_hash'
    then row_value || jsonb_build_object('password_hash', encode(sha256(convert_to(row_value ->> 'password_hash', 'UTF8')), 'hex'))
    else row_value end)::text;

create function audit_digest(enterprise uuid, id bigint, at timestamptz, actor text, request text, reason text, table_name text, row_key text, op text, before text, after text)
returns bytea language sql immutable parallel safe
  return sha256(convert_to(array_to_string(array[
    'v1', enterprise::text, id::text, (extract(epoch from at) * 1000000)::bigint::text, length(actor)::text, actor, length(request)::text, request,
    coalesce(length(reason)::text, '-'), coalesce(reason, ''), table_name, length(row_key)::text, row_key, op,
    coalesce(length(before)::text, '-'), coalesce(before, ''), coalesce(length(after)::text, '-'), coalesce(after, '')], E'\x1f'), 'UTF8'));

-- Writes who changed what. As definer, so that the server's role needs no right to insert into the audit.
create function write_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_ jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  image jsonb := coalesce(is_, was);
  enterprise uuid := (image ->> case when tg_table_name = 'enterprise' then 'id' else 'enterprise_id' end)::uuid;
  actor text := current_setting('app.actor', true);
  request text := coalesce(current_setting('app.request', true), '');
  reason text := nullif(current_setting('app.reason', true), '');
  before text := audit_image(was);
  after text := audit_image(is_);
  key text := '';
  entry bigint;
  part text;
begin
  if was = is_ then return null; end if;
  foreach part in array tg_argv loop
    key := key || case when key = '' then '' else '/' end || (image ->> part);
  end loop;
  entry := nextval('audit_id');
  insert into audit values (enterprise, entry, pg_current_xact_id(), now(), actor, request, reason, tg_table_name, key, tg_op, before, after,
    audit_digest(enterprise, entry, now(), actor, request, reason, tg_table_name, key, tg_op, before, after));
  return null;
end $$;

-- Links this transaction's audit rows into the chain of its enterprise. The last statement before commit.
create function seal_audit() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  enterprise uuid := current_enterprise();
  count integer;
  entries_hash bytea;
begin
  select count(*), sha256(string_agg(digest, ''::bytea order by id)) into count, entries_hash
  from audit where enterprise_id = enterprise and xid = pg_current_xact_id();
  if count = 0 then return; end if;
  with head as (
    update audit_head set seq = seq + 1, hash = sha256(hash || entries_hash) where enterprise_id = enterprise
    returning new.seq as seq, old.hash as previous_hash, new.hash as hash
  )
  insert into audit_link (enterprise_id, seq, xid, entries, entries_digest, previous_hash, hash)
  select enterprise, seq, pg_current_xact_id(), count, entries_hash, previous_hash, hash from head;
end $$;

create function keep_forever() returns trigger language plpgsql as $$
begin
  raise exception '% is evidence: it is only ever added to', tg_table_name using errcode = 'BC002';
end $$;

create function count_version() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;

-- ── How a table becomes a tenant table ───────────────────────────────────────────────────────────────────────────────

-- Every row belongs to one enterprise and is seen and written only for it; every change is audited under `row_key`
-- (by default the id); the server may read, insert and update.
create procedure make_tenant_table(name regclass, variadic row_key text[] default array['id']) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise())', name);
  execute format('create trigger audited after insert or update or delete on %s for each row execute function write_audit(%s)', name,
    (select string_agg(quote_literal(part), ', ') from unnest(row_key) part));
  execute format('grant select, insert, update on %s to bencao_app', name);
  if exists (select from pg_attribute where attrelid = name and attname = 'row_version' and not attisdropped) then
    execute format('create trigger versioned before update on %s for each row execute function count_version()', name);
  end if;
end $$;

-- A tenant table whose rows are evidence: never changed, never removed, by nobody.
create procedure make_evidence_table(name regclass, variadic row_key text[] default array['id']) language plpgsql as $$
begin
  call make_tenant_table(name, variadic row_key);
  execute format('revoke update on %s from bencao_app', name);
  execute format('create trigger kept before update or delete or truncate on %s for each statement execute function keep_forever()', name);
end $$;

call make_tenant_table('account');
call make_tenant_table('role');
call make_tenant_table('role_right', 'role_id', 'right_code');
call make_tenant_table('account_role', 'account_id', 'role_id');
call make_evidence_table('signature');
call make_tenant_table('notification');
grant delete on role_right, account_role, notification to bencao_app;

-- Technical tables: no business in them, so no audit.
alter table session enable row level security;
alter table session force row level security;
create policy tenant on session using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
alter table idempotent_answer enable row level security;
alter table idempotent_answer force row level security;
create policy tenant on idempotent_answer using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
alter table number_counter enable row level security;
alter table number_counter force row level security;
create policy tenant on number_counter using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
grant select, insert, update on session, number_counter to bencao_app;
grant select, insert, update, delete on idempotent_answer to bencao_app;

-- The enterprise row is its own tenant.
alter table enterprise enable row level security;
alter table enterprise force row level security;
create policy tenant on enterprise using (id = current_enterprise()) with check (id = current_enterprise());
create trigger audited after insert or update or delete on enterprise for each row execute function write_audit('id');
create trigger versioned before update on enterprise for each row execute function count_version();
grant select, insert, update on enterprise to bencao_app;

create function open_books() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_head (enterprise_id) values (new.id);
  return null;
end $$;
create trigger a_books_opened after insert on enterprise for each row execute function open_books();

-- Audit and security log are read by their enterprise and written by definer functions alone.
alter table audit enable row level security;
alter table audit force row level security;
alter table audit_link enable row level security;
alter table audit_link force row level security;
alter table audit_head enable row level security;
alter table audit_head force row level security;
alter table security_log enable row level security;
alter table security_log force row level security;
create policy tenant on audit using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
create policy tenant on audit_link using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
create policy tenant on audit_head using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
create policy tenant on security_log for select using (enterprise_id = current_enterprise());
create policy writer on security_log for insert to bencao_owner with check (true);
grant select on audit, audit_link, audit_head, security_log to bencao_app;
create trigger kept before update or delete or truncate on audit for each statement execute function keep_forever();
create trigger kept before update or delete or truncate on audit_link for each statement execute function keep_forever();
create trigger kept before update or delete or truncate on security_log for each statement execute function keep_forever();
create trigger kept before delete or truncate on audit_head for each statement execute function keep_forever();

-- ── Before the enterprise is known: signing in, sessions, guesses ────────────────────────────────────────────────────

-- The owner's functions below look across enterprises; nobody logs in as the owner.
create policy doorkeeper on enterprise for select to bencao_owner using (true);
create policy doorkeeper on account for select to bencao_owner using (true);
create policy doorkeeper on account_role for select to bencao_owner using (true);
create policy doorkeeper on role_right for select to bencao_owner using (true);
create policy doorkeeper on role for select to bencao_owner using (true);
create policy doorkeeper on session for all to bencao_owner using (true) with check (true);

-- The account behind a user name, for the one who checks its password.
create function find_account(given text)
returns table (enterprise_id uuid, id uuid, name text, password_hash text, state text, one_time_until timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id, id, name, password_hash, state, one_time_until from account where user_name = given;
$$;

create function open_session(given_enterprise uuid, given_account uuid, given_token_hash bytea, absolute interval, idle interval, agent text, given_address text)
returns uuid language sql security definer set search_path = public, pg_temp as $$
  insert into session (enterprise_id, account_id, token_hash, expires_at, idle_seconds, user_agent, address)
  select account.enterprise_id, account.id, given_token_hash, now() + absolute, extract(epoch from idle)::integer, left(agent, 300), left(given_address, 60)
  from account where account.enterprise_id = given_enterprise and account.id = given_account and state = 'active'
  returning id;
$$;

-- Begins the work of a request: whose session the token is, which rights their roles give them at this moment, and, under a
-- repeated idempotency key, the answer given before. From here on the transaction acts for this person. No row when the session
-- is over. Of several requests with one key the later wait here for the first.
create function begin_request(given_token_hash bytea, given_request text, given_key text)
returns table (session_id uuid, enterprise_id uuid, account_id uuid, name text, must_change_password boolean, rights text[], unseen boolean,
  answer_digest bytea, answer_status integer, answer_body text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select session.id, session.enterprise_id, session.account_id, account.name, account.must_change_password,
    array(select distinct right_code from account_role
      join role_right using (enterprise_id, role_id)
      where account_role.enterprise_id = session.enterprise_id and account_role.account_id = session.account_id),
    last_seen_at < now() - interval '1 minute'
  into session_id, enterprise_id, account_id, name, must_change_password, rights, unseen
  from session join account on account.enterprise_id = session.enterprise_id and account.id = session.account_id
  where token_hash = given_token_hash and revoked_at is null and account.state = 'active'
    and now() < expires_at and now() < last_seen_at + make_interval(secs => idle_seconds);
  if session_id is null then return; end if;
  perform set_config('app.enterprise', enterprise_id::text, true), set_config('app.actor', account_id::text, true), set_config('app.request', given_request, true);
  if given_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(account_id || '/' || given_key, 0));
    select request_digest, status, body into answer_digest, answer_status, answer_body from idempotent_answer
    where idempotent_answer.enterprise_id = current_enterprise() and idempotent_answer.account_id = current_actor() and key = given_key;
  end if;
  return next;
end $$;

-- Ends it: keeps the answer under its key and links what was changed into the chain. The last statement before commit.
create function end_request(given_key text, given_digest bytea, given_status integer, given_body text) returns void language plpgsql as $$
begin
  if given_key is not null then
    insert into idempotent_answer (enterprise_id, account_id, key, request_digest, status, body)
    values (current_enterprise(), current_actor(), given_key, given_digest, given_status, given_body);
  end if;
  perform seal_audit();
end $$;

-- Being seen is noted at most once a minute, so that reading costs no write.
create function touch_session(given_token_hash bytea) returns void language sql security definer set search_path = public, pg_temp as $$
  update session set last_seen_at = now()
  where token_hash = given_token_hash and revoked_at is null and last_seen_at < now() - interval '1 minute'
    and now() < expires_at and now() < last_seen_at + make_interval(secs => idle_seconds);
$$;

create function close_session(given_token_hash bytea) returns void language sql security definer set search_path = public, pg_temp as $$
  update session set revoked_at = now() where token_hash = given_token_hash and revoked_at is null;
$$;

-- Counts one guess under `given` and tells how many there were in this window, this one included.
create function count_guess(given text, length interval) returns integer language sql security definer set search_path = public, pg_temp as $$
  insert into throttle as t (key) values (given)
  on conflict (key) do update set
    hits = case when t.window_started_at < now() - length then 1 else t.hits + 1 end,
    window_started_at = case when t.window_started_at < now() - length then now() else t.window_started_at end
  returning hits;
$$;

create function guesses(given text, length interval) returns integer language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select hits from throttle where key = given and window_started_at >= now() - length), 0);
$$;

create function forget_guesses(given text) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from throttle where key = given;
$$;

create function log_security(given_event text, given_enterprise uuid, given_account uuid, given_user_name text, given_address text, given_request text, given_facts jsonb)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into security_log (event, enterprise_id, account_id, user_name, address, request, facts)
  values (given_event, given_enterprise, given_account, left(given_user_name, 100), left(given_address, 60), given_request, given_facts);
$$;

-- The next number of `given_object` on `given_day`, gap-free: the counter row stays locked until the transaction ends.
create function next_number(given_object text, given_day date) returns integer language sql as $$
  insert into number_counter as c (enterprise_id, object, day, last) values (current_enterprise(), given_object, given_day, 1)
  on conflict (enterprise_id, object, day) do update set last = c.last + 1
  returning last;
$$;

revoke execute on all functions in schema public from public;
grant execute on function current_enterprise(), current_actor(), today(), seal_audit(), find_account(text),
  open_session(uuid, uuid, bytea, interval, interval, text, text), begin_request(bytea, text, text), end_request(text, bytea, integer, text),
  touch_session(bytea), close_session(bytea),
  count_guess(text, interval), guesses(text, interval), forget_guesses(text),
  log_security(text, uuid, uuid, text, text, text, jsonb), next_number(text, date),
  audit_image(jsonb), audit_digest(uuid, bigint, timestamptz, text, text, text, text, text, text, text, text) to bencao_app;
alter default privileges revoke execute on functions from public;

-- ── Signatures ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- What a person signs: every column of the row that is filled in now, but for the ones that merely say how far it has come.
-- A column filled in later leaves the signature whole; a signed column that changes breaks it.
create function signed_content(record regclass, record_id uuid) returns text language plpgsql stable set timezone = 'UTC' as $$
declare
  content text;
begin
  -- Only the row's own empty columns are left out: jsonb_strip_nulls would also reach into a signed document.
  execute format('select jsonb_object_agg(key, value)::text from %s r, jsonb_each(to_jsonb(r) - array[''state'', ''row_version'', ''holds''])
      where enterprise_id = current_enterprise() and r.id = $1 and value <> ''null''', record)
    into strict content using record_id;
  return content;
end $$;

-- Whether the record still says what was signed.
create function signature_holds(given signature) returns boolean language plpgsql stable set timezone = 'UTC' as $$
declare
  row_now jsonb;
begin
  if given.digest <> sha256(convert_to(given.content, 'UTF8')) or given.content is not json object or to_regclass(given.record_table) is null then return false; end if;
  execute format('select to_jsonb(r) from %I r where enterprise_id = $1 and id = $2', given.record_table) into row_now using given.enterprise_id, given.record_id;
  return row_now is not null and not exists (
    select from jsonb_each(given.content::jsonb) signed where row_now -> signed.key is distinct from signed.value);
end $$;
grant execute on function signed_content(regclass, uuid), signature_holds(signature) to bencao_app;
