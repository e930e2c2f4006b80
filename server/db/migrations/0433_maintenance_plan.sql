-- 保养计划: how often, what is done, and whether what is overdue stops the step or only warns; given by two (decision 0072).
create table maintenance_plan (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  serial integer not null check (serial > 0),
  -- Null where it is serviced no more.
  months integer check (months between 1 and 60),
  content text not null,
  on_overdue text not null check (on_overdue in ('refuse', 'warn')),
  reason text not null check (reason <> ''),
  set_by uuid not null,
  approved_by uuid not null,
  set_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint maintenance_plan_serial unique (enterprise_id, asset_id, serial),
  foreign key (enterprise_id, asset_id) references asset,
  foreign key (enterprise_id, set_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint maintenance_plan_by_two check (approved_by <> set_by),
  check (months is null or content <> '')
);
call make_evidence_table('maintenance_plan');

-- What the latest plan says; a trigger keeps it.
alter table asset add maintenance_content text not null default '',
  add maintenance_overdue text not null default 'refuse' check (maintenance_overdue in ('refuse', 'warn'));

-- Who looked at the maintenance after it was done. What was recorded before has none.
alter table asset_service add checked_by uuid;
alter table asset_service add foreign key (enterprise_id, checked_by) references account;
alter table asset_service add constraint asset_service_by_two check (checked_by <> recorded_by);

-- A calibration or maintenance that was written down wrong stays, and counts no more.
create table asset_service_void (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  service_id uuid not null,
  reason text not null check (reason <> ''),
  voided_by uuid not null,
  approved_by uuid not null,
  voided_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint asset_service_voided_once unique (enterprise_id, service_id),
  foreign key (enterprise_id, service_id) references asset_service,
  foreign key (enterprise_id, voided_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint asset_service_voided_by_two check (approved_by <> voided_by)
);
call make_evidence_table('asset_service_void');
