-- The audit keeps what changed instead of whole rows before and after, who and when once a transaction, and of evidence the digest (decision 0045). What
-- was written before stays as it is, in version 1, and is read and verified as ever.
alter table audit
  add column version smallint not null default 1,
  -- The row's key where that is one uuid; `row_key` is for the others.
  add column row_id uuid,
  add column row_digest bytea,
  alter column at drop not null,
  alter column actor drop not null,
  alter column request drop not null,
  alter column row_key drop not null,
  -- Two triggers write here, and what is wrong is found by the verifier. The head of the chain names the enterprise; no entry has to look it up
  -- once more.
  drop constraint audit_pkey,
  drop constraint audit_actor_check,
  drop constraint audit_enterprise_id_fkey;
drop index audit_by_row;
-- Evidence is never looked up by its row; equal keys are kept once, and new ones come at their end.
create index audit_by_row on audit (enterprise_id, table_name, row_id) where row_id is not null and row_digest is null;
create index audit_by_key on audit (enterprise_id, table_name, row_key) where row_key is not null and row_digest is null;
create index audit_of_evidence on audit (enterprise_id, table_name) where row_digest is not null;
alter table audit_link
  add column version smallint not null default 1,
  add column actor text,
  add column request text,
  drop constraint audit_link_enterprise_id_fkey,
  add check (version = 1 or actor <> '' and request is not null);

-- The functions as they are on this day, for the migrations to come; definitions/audit.sql has them as they are now.

-- The digest of an entry of version 2. Who wrote it, when and in which request is said by its link.
create or replace function audit_digest_v2(enterprise uuid, id bigint, table_name text, row_id uuid, row_key text, op text, reason text, after text, row_digest bytea)
returns bytea language sql immutable parallel safe
  return sha256(convert_to(concat_ws(E'\x1f', 'v2', enterprise, id, table_name, coalesce(row_id::text, length(row_key) || ' ' || row_key), op,
    coalesce(length(reason) || ' ' || reason, '-'), coalesce(after, encode(row_digest, 'hex'), '-')), 'UTF8'));
grant execute on function audit_digest_v2(uuid, bigint, text, uuid, text, text, text, text, bytea) to bencao_app;

-- What the entries of a transaction are linked by: their digests in their order, with what is the same for all of them.
create or replace function audit_link_digest(enterprise uuid, at timestamptz, actor text, request text, digests bytea)
returns bytea language sql immutable parallel safe
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
create or replace function audit_step(image text, version smallint, op text, change text) returns text language sql immutable parallel safe
  return case when op = 'DELETE' then null when version = 1 or op = 'INSERT' or image is null then change else (image::jsonb || change::jsonb)::text end;
create or replace aggregate audit_image_of(smallint, text, text) (sfunc = audit_step, stype = text, parallel = safe);
grant execute on function audit_step(text, smallint, text, text), audit_image_of(smallint, text, text) to bencao_app;

-- A tenant table whose rows are evidence: never changed and never removed.
create or replace procedure make_evidence_table(name regclass, variadic row_key text[] default array['id']) language plpgsql as $$
begin
  call make_tenant_table(name, variadic row_key);
  execute format('revoke update on %s from bencao_app', name);
  execute format('create trigger kept before update or delete or truncate on %s for each statement execute function keep_forever()', name);
  execute format('create or replace trigger audited after insert or update or delete on %s for each row execute function write_audit_digest(%s)', name,
    (select string_agg(quote_literal(part), ', ') from unnest(row_key) part));
end $$;

-- The evidence there is already.
do $$
declare
  evidence record;
begin
  for evidence in
    select t.tgrelid::regclass as name, pg_get_triggerdef(t.oid) as definition from pg_trigger t
    where t.tgname = 'audited' and exists (select from pg_trigger k where k.tgrelid = t.tgrelid and k.tgfoid = 'keep_forever'::regproc and k.tgtype & 56 = 56)
  loop
    execute replace(replace(evidence.definition, 'CREATE TRIGGER', 'create or replace trigger'), 'write_audit(', 'write_audit_digest(');
  end loop;
end $$;
