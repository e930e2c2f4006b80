-- The audit: an entry for each change, a chain per enterprise (decision 0004).

-- The image of a row as the audit keeps it; of a password's hash only a digest, which shows a change and gives nothing away.
-- The verifier makes the same image from the row as it is now, and it calculates the digest below again: both are part of the evidence.
-- A change of either makes every entry there is look forged.
create or replace function audit_image(row_value jsonb) returns text language sql immutable parallel safe
  return (case when row_value ? 'password_hash'
    then row_value || jsonb_build_object('password_hash', encode(sha256(convert_to(row_value ->> 'password_hash', 'UTF8')), 'hex'))
    else row_value end)::text;
grant execute on function audit_image(jsonb) to bencao_app;

-- The digest of an entry. `v1` names this way of calculating it; another way gets another name and leaves this one to the old entries.
create or replace function audit_digest(enterprise uuid, id bigint, at timestamptz, actor text, request text, reason text, table_name text, row_key text, op text, before text, after text)
returns bytea language sql immutable parallel safe
  return sha256(convert_to(array_to_string(array[
    'v1', enterprise::text, id::text, (extract(epoch from at) * 1000000)::bigint::text, length(actor)::text, actor, length(request)::text, request,
    coalesce(length(reason)::text, '-'), coalesce(reason, ''), table_name, length(row_key)::text, row_key, op,
    coalesce(length(before)::text, '-'), coalesce(before, ''), coalesce(length(after)::text, '-'), coalesce(after, '')], E'\x1f'), 'UTF8'));
grant execute on function audit_digest(uuid, bigint, timestamptz, text, text, text, text, text, text, text, text) to bencao_app;

-- Writes who changed what. As definer, so that the server's role needs no right to insert into the audit.
create or replace function write_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
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
create or replace function seal_audit() returns void language plpgsql security definer set search_path = public, pg_temp as $$
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
grant execute on function seal_audit() to bencao_app;

-- A new enterprise gets the head of its chain. The trigger comes first by name, so that the head is there before the first entry.
create or replace function open_books() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_head (enterprise_id) values (new.id);
  return null;
end $$;
create or replace trigger a_books_opened after insert on enterprise for each row execute function open_books();
