-- The enterprise a transaction acts for, and how a table becomes a tenant table.

-- The enterprise and the person a transaction acts for; `serve` sets both, locally, before any statement of a handler.
-- A setting that was once local reads back as '', hence nullif.
create or replace function current_enterprise() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.enterprise', true), '')::uuid;
grant execute on function current_enterprise() to bencao_app;

create or replace function current_actor() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.actor', true), '')::uuid;
grant execute on function current_actor() to bencao_app;

-- The calendar day in the factory, in any zone of the connection.
create or replace function today() returns date language sql stable parallel safe
  return (now() at time zone 'Asia/Shanghai')::date;
grant execute on function today() to bencao_app;

-- The last moment of a day in the factory: what is due on a day is late when it is over.
create or replace function last_moment_of(given date) returns timestamptz language sql immutable parallel safe
  return ((given + 1)::timestamp at time zone 'Asia/Shanghai') - interval '1 second';
grant execute on function last_moment_of(date) to bencao_app;

-- The enterprises of this installation, for the work that the calendar starts (a retest day has come).
create or replace function enterprise_ids() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from enterprise order by id;
$$;
grant execute on function enterprise_ids() to bencao_app;

-- Refuses every change of a table that holds evidence.
create or replace function keep_forever() returns trigger language plpgsql as $$
begin
  raise exception '% is evidence: it is only ever added to', tg_table_name using errcode = 'BC002';
end $$;

-- The version by which the pages notice that another person has changed the row meanwhile.
create or replace function count_version() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;

-- Every row belongs to one enterprise and is seen and written only for it; every change is audited under `row_key` (by default the id);
-- the server may read, insert and update. The subselect asks for the enterprise once a statement, not once a row (decision 0017).
-- Migrations call this procedure and the next one, so each change of them comes in a migration as well: a table must come out the same
-- in a database that is made today and in one that has run the migration long ago.
create or replace procedure make_tenant_table(name regclass, variadic row_key text[] default array['id']) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (enterprise_id = (select current_enterprise())) with check (enterprise_id = current_enterprise())', name);
  execute format('create trigger audited after insert or update or delete on %s for each row execute function write_audit(%s)', name,
    (select string_agg(quote_literal(part), ', ') from unnest(row_key) part));
  execute format('grant select, insert, update on %s to bencao_app', name);
  if exists (select from pg_attribute where attrelid = name and attname = 'row_version' and not attisdropped) then
    execute format('create trigger versioned before update on %s for each row execute function count_version()', name);
  end if;
end $$;

-- A tenant table whose rows are evidence: never changed and never removed. The audit keeps the digest of each (decision 0045).
create or replace procedure make_evidence_table(name regclass, variadic row_key text[] default array['id']) language plpgsql as $$
begin
  call make_tenant_table(name, variadic row_key);
  execute format('revoke update on %s from bencao_app', name);
  execute format('create trigger kept before update or delete or truncate on %s for each statement execute function keep_forever()', name);
  execute format('create or replace trigger audited after insert or update or delete on %s for each row execute function write_audit_digest(%s)', name,
    (select string_agg(quote_literal(part), ', ') from unnest(row_key) part));
end $$;
