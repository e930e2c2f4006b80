-- The audit: an entry for each change, a chain per enterprise (decision 0004).

-- The image of a row as the audit keeps it; of a password's hash only a digest, which shows a change and gives nothing away.
-- The verifier makes the same image from the row as it is now, and it calculates the digest below again: both are part of the evidence.
-- A change of either makes every entry there is look forged. It takes a part of a row as well. They and those below are said to be stable, as what they call
-- is: PostgreSQL then writes them into the statement that asks, and the verifier looks at an entry in less than half the time.
create or replace function audit_image(row_value jsonb) returns text language sql stable parallel safe
  return (case when row_value ? 'password_hash'
    then row_value || jsonb_build_object('password_hash', encode(sha256(convert_to(row_value ->> 'password_hash', 'UTF8')), 'hex'))
    else row_value end)::text;
grant execute on function audit_image(jsonb) to bencao_app;

-- The digest of an entry of version 1, which held its row before and after as a whole. `v1` names this way of calculating it; another way gets another name and leaves this one to the old entries.
create or replace function audit_digest(enterprise uuid, id bigint, at timestamptz, actor text, request text, reason text, table_name text, row_key text, op text, before text, after text)
returns bytea language sql stable parallel safe
  return sha256(convert_to(array_to_string(array[
    'v1', enterprise::text, id::text, (extract(epoch from at) * 1000000)::bigint::text, length(actor)::text, actor, length(request)::text, request,
    coalesce(length(reason)::text, '-'), coalesce(reason, ''), table_name, length(row_key)::text, row_key, op,
    coalesce(length(before)::text, '-'), coalesce(before, ''), coalesce(length(after)::text, '-'), coalesce(after, '')], E'\x1f'), 'UTF8'));
grant execute on function audit_digest(uuid, bigint, timestamptz, text, text, text, text, text, text, text, text) to bencao_app;

-- The digest of an entry of version 2. Who wrote it, when and in which request is said by its link.
create or replace function audit_digest_v2(enterprise uuid, id bigint, table_name text, row_id uuid, row_key text, op text, reason text, after text, row_digest bytea)
returns bytea language sql stable parallel safe
  return sha256(convert_to(concat_ws(E'\x1f', 'v2', enterprise, id, table_name, coalesce(row_id::text, length(row_key) || ' ' || row_key), op,
    coalesce(length(reason) || ' ' || reason, '-'), coalesce(after, encode(row_digest, 'hex'), '-')), 'UTF8'));
grant execute on function audit_digest_v2(uuid, bigint, text, uuid, text, text, text, text, bytea) to bencao_app;

-- What the entries of a transaction are linked by: their digests in their order, with what is the same for all of them.
create or replace function audit_link_digest(enterprise uuid, at timestamptz, actor text, request text, digests bytea)
returns bytea language sql stable parallel safe
  return sha256(convert_to(concat_ws(E'\x1f', 'v2', enterprise, (extract(epoch from at) * 1000000)::bigint, length(actor), actor, length(request), request, ''), 'UTF8') || digests);
grant execute on function audit_link_digest(uuid, timestamptz, text, text, bytea) to bencao_app;

-- Writes what was changed: of a new row all its columns, then those that became others, at the end its key alone. What a row was before is what
-- its earlier entries make of it (`audit_image_of`). As definer, so that the server's role needs no right to insert into the audit.
-- Columns are compared as text: the same number with another scale is another text, and the verifier compares texts.
create or replace function write_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  image jsonb := case when tg_op = 'DELETE' then was else to_jsonb(new) end;
  enterprise uuid := (image ->> case when tg_table_name = 'enterprise' then 'id' else 'enterprise_id' end)::uuid;
  row_id uuid := case when tg_nargs = 1 and length(image ->> tg_argv[0]) = 36 then (image ->> tg_argv[0])::uuid end;
  row_key text;
  reason text := nullif(current_setting('app.reason', true), '');
  entry bigint;
  change jsonb;
  after text;
  part text;
begin
  if tg_op = 'UPDATE' then
    change := (select jsonb_object_agg(key, value) from jsonb_each(image) where value::text is distinct from (was -> key)::text);
    if change is null then return null; end if;
  elsif tg_op = 'INSERT' then
    change := case when tg_nargs > 1 then image else image - array['enterprise_id', tg_argv[0]] end;
  end if;
  if coalesce(current_setting('app.actor', true), '') = '' then raise exception 'a change of % without an actor', tg_table_name using errcode = 'BC002'; end if;
  if row_id is null then
    foreach part in array tg_argv loop
      row_key := concat(row_key || '/', image ->> part);
    end loop;
  end if;
  after := audit_image(change);
  entry := nextval('audit_id');
  insert into audit (version, enterprise_id, id, xid, table_name, row_id, row_key, op, reason, after, digest)
  values (2, enterprise, entry, pg_current_xact_id(), tg_table_name, row_id, row_key, tg_op, reason, after,
    audit_digest_v2(enterprise, entry, tg_table_name, row_id, row_key, tg_op, reason, after, null));
  return null;
end $$;

-- The same for a table that holds evidence: its row never changes and is its own image, so that the audit keeps the digest of it.
create or replace function write_audit_digest() returns trigger language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  image jsonb := to_jsonb(coalesce(new, old));
  enterprise uuid := (image ->> 'enterprise_id')::uuid;
  row_id uuid := case when tg_nargs = 1 and length(image ->> tg_argv[0]) = 36 then (image ->> tg_argv[0])::uuid end;
  row_key text;
  reason text := nullif(current_setting('app.reason', true), '');
  row_digest bytea := case when tg_op <> 'DELETE' then sha256(convert_to(image::text, 'UTF8')) end;
  entry bigint := nextval('audit_id');
  part text;
begin
  if coalesce(current_setting('app.actor', true), '') = '' then raise exception 'a change of % without an actor', tg_table_name using errcode = 'BC002'; end if;
  if row_id is null then
    foreach part in array tg_argv loop
      row_key := concat(row_key || '/', image ->> part);
    end loop;
  end if;
  insert into audit (version, enterprise_id, id, xid, table_name, row_id, row_key, op, reason, row_digest, digest)
  values (2, enterprise, entry, pg_current_xact_id(), tg_table_name, row_id, row_key, tg_op, reason, row_digest,
    audit_digest_v2(enterprise, entry, tg_table_name, row_id, row_key, tg_op, reason, null, row_digest));
  return null;
end $$;

-- Links this transaction's audit rows into the chain of its enterprise, with who wrote them, when and in which request. The last statement before commit.
create or replace function seal_audit() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  enterprise uuid := current_enterprise();
  actor text := current_setting('app.actor', true);
  request text := coalesce(current_setting('app.request', true), '');
  count integer;
  digests bytea;
begin
  select count(*), string_agg(digest, ''::bytea order by id) into count, digests
  from audit where enterprise_id = enterprise and xid = pg_current_xact_id();
  if count = 0 then return; end if;
  digests := audit_link_digest(enterprise, now(), actor, request, digests);
  with head as (
    update audit_head set seq = seq + 1, hash = sha256(hash || digests) where enterprise_id = enterprise
    returning new.seq as seq, old.hash as previous_hash, new.hash as hash
  )
  insert into audit_link (version, enterprise_id, seq, xid, at, actor, request, entries, entries_digest, previous_hash, hash)
  select 2, enterprise, seq, pg_current_xact_id(), now(), actor, request, count, digests, previous_hash, hash from head;
end $$;
grant execute on function seal_audit() to bencao_app;

-- What an entry says of its row: all of it, or what became other (`audit_step`). Of evidence the digest is known.
create or replace function audit_change(entry audit) returns text language sql immutable parallel safe
  return coalesce(entry.after, '{"sha256": "' || encode(entry.row_digest, 'hex') || '"}');
grant execute on function audit_change(audit) to bencao_app;

-- A row's image from its entries in their order: `audit_image_of(version, op, change order by id)`. Null for a row that is gone. An entry of version 1
-- holds the whole image, and so does the one of a new row: such a text is taken as it is.
create or replace function audit_step(image text, version smallint, op text, change text) returns text language plpgsql immutable parallel safe as $$
begin
  return case when op = 'DELETE' then null when version = 1 or op = 'INSERT' or image is null then change else (image::jsonb || change::jsonb)::text end;
end $$;
create or replace aggregate audit_image_of(smallint, text, text) (sfunc = audit_step, stype = text, parallel = safe);
grant execute on function audit_step(text, smallint, text, text), audit_image_of(smallint, text, text) to bencao_app;

-- Whether an entry is as it was written: it has the columns of its version and no others, and its digest is theirs.
create or replace function audit_holds(entry audit) returns boolean language sql stable parallel safe
  return coalesce(case entry.version
    when 1 then entry.row_id is null and entry.row_digest is null and entry.digest = audit_digest(entry.enterprise_id, entry.id, entry.at, entry.actor,
      entry.request, entry.reason, entry.table_name, entry.row_key, entry.op, entry.before, entry.after)
    when 2 then num_nonnulls(entry.at, entry.actor, entry.request, entry.before) = 0 and num_nonnulls(entry.row_id, entry.row_key) = 1
      and num_nonnulls(entry.after, entry.row_digest) = (entry.op <> 'DELETE')::integer and entry.digest = audit_digest_v2(entry.enterprise_id, entry.id,
      entry.table_name, entry.row_id, entry.row_key, entry.op, entry.reason, entry.after, entry.row_digest) end, false);

-- The entries of both versions with what their readers ask for.
create or replace view audit_entry with (security_invoker = true) as
select entry.enterprise_id, entry.id, entry.xid, coalesce(entry.at, link.at) as at, coalesce(entry.actor, link.actor) as actor,
  coalesce(entry.request, link.request) as request, entry.reason, entry.table_name, entry.row_id, entry.row_key,
  entry.row_digest, entry.op, entry.version, audit_change(entry)::jsonb as change
from audit entry left join audit_link link on link.enterprise_id = entry.enterprise_id and link.xid = entry.xid;
grant select on audit_entry to bencao_app;

-- A new enterprise gets the head of its chain. The trigger comes first by name, so that the head is there before the first entry.
create or replace function open_books() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_head (enterprise_id) values (new.id);
  return null;
end $$;
create or replace trigger a_books_opened after insert on enterprise for each row execute function open_books();
