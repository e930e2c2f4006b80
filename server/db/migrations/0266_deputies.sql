-- 代理: some duties of a person are taken over by a colleague for some days. Given by the person or quality assurance, confirmed by another.
create table deputy (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  principal_id uuid not null,
  deputy_id uuid not null,
  duties text[] not null check (cardinality(duties) between 1 and 60),
  valid_from date not null,
  valid_until date not null,
  reason text not null check (reason <> ''),
  state text not null check (state in ('proposed', 'valid', 'refused', 'ended')),
  given_by uuid not null,
  given_at timestamptz not null,
  confirmed_by uuid,
  confirmed_at timestamptz,
  ended_by uuid,
  ended_at timestamptz,
  end_reason text check (end_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, principal_id) references account,
  foreign key (enterprise_id, deputy_id) references account,
  foreign key (enterprise_id, given_by) references account,
  foreign key (enterprise_id, confirmed_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  constraint deputy_is_another check (deputy_id <> principal_id),
  constraint deputy_not_by_deputy check (given_by <> deputy_id and confirmed_by <> deputy_id),
  constraint deputy_by_two check (confirmed_by <> given_by),
  constraint deputy_for_a_time check (valid_until between valid_from and valid_from + 92),
  check (num_nulls(confirmed_by, confirmed_at) in (0, 2) and (state = 'valid') <= (confirmed_by is not null)),
  check (num_nulls(ended_by, ended_at, end_reason) in (0, 3) and (state in ('refused', 'ended')) = (ended_at is not null))
);
call make_tenant_table('deputy');
create index deputy_in_force on deputy (enterprise_id, deputy_id) where state = 'valid';
create index deputy_of_principal on deputy (enterprise_id, principal_id, given_at desc);
create index deputy_by_time on deputy (enterprise_id, given_at desc, id);
-- The door looks whom a person stands in for before it knows the enterprise.
create policy doorkeeper on deputy for select to bencao_owner using (true);
