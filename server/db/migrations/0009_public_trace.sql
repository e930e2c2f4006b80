-- The public pages: whose code or batch is being looked at, and who has looked.

-- Where a batch's page begins: random, so that nobody can count batches; it says nothing of the lot's id.
alter table lot add column public_token uuid not null default gen_random_uuid();
create unique index lot_by_public_token on lot (public_token);

-- The doors for somebody without an enterprise: each answers which enterprise is meant, and nothing else.
create policy doorkeeper on lot for select to bencao_owner using (true);
create policy doorkeeper on pack_spec for select to bencao_owner using (true);

create function enterprise_of_number(given integer) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from enterprise where number = given;
$$;
create function enterprise_of_identification(given text) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id from pack_spec where pack_identification = given or box_identification = given;
$$;
create function enterprise_of_gtin(given text) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id from pack_spec where pack_gtin = given or box_gtin = given;
$$;
create function lot_of_public_token(given uuid) returns table (enterprise_id uuid, lot_id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id, id from lot where public_token = given;
$$;

-- Scans. One visitor counts once in ten minutes, so a page that is loaded again is no second scan; the visitor is a digest that
-- changes every day and leads back to nobody.
create table code_scan (
  enterprise_id uuid not null,
  range_id uuid not null,
  code_index bigint not null,
  visit bytea not null,
  scanned_at timestamptz not null default now(),
  primary key (enterprise_id, range_id, code_index, visit),
  foreign key (enterprise_id, range_id) references code_range
);
create index code_scan_by_day on code_scan (enterprise_id, scanned_at);
alter table code_scan enable row level security;
alter table code_scan force row level security;
create policy tenant on code_scan using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
create policy counter on code_scan for insert to bencao_owner with check (true);
create policy counted on code_scan for select to bencao_owner using (true);
grant select on code_scan to bencao_app;
create trigger kept before update or delete or truncate on code_scan for each statement execute function keep_forever();

create function count_scan(given_enterprise uuid, given_range uuid, given_index bigint, given_visit bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into code_scan (enterprise_id, range_id, code_index, visit) values (given_enterprise, given_range, given_index, given_visit)
  on conflict do nothing;
$$;

grant execute on function enterprise_of_number(integer), enterprise_of_identification(text), enterprise_of_gtin(text), lot_of_public_token(uuid),
  count_scan(uuid, uuid, bigint, bytea) to bencao_app;
