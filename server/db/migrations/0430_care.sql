-- 养护 (domain §2.4): how often stored goods are looked at, what was found and what was done about it (decision 0099). The product brings no interval of its own.

-- A plan holds until the next one of the same scope; each is given by one and approved by another.
create table care_plan (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  side text not null check (side in ('raw', 'pack')),
  scope text not null check (scope in ('all', 'class', 'herb')),
  -- The class of crude drugs or the herb that it is about; empty where it is about all.
  scope_key text not null,
  material_id uuid,
  serial integer not null check (serial > 0),
  -- Every so many days, and within the months of a season every so many.
  every_days integer not null check (every_days between 1 and 366),
  season_from integer check (season_from between 1 and 12),
  season_to integer check (season_to between 1 and 12),
  season_days integer check (season_days between 1 and 366),
  -- Findings that open a case.
  case_findings text[] not null,
  is_ended boolean not null,
  reason text not null check (reason <> ''),
  set_by uuid not null,
  approved_by uuid not null,
  set_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint care_plan_serial unique (enterprise_id, side, scope, scope_key, serial),
  foreign key (enterprise_id, material_id) references material,
  foreign key (enterprise_id, set_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint care_plan_by_two check (approved_by <> set_by),
  check ((scope = 'herb') = (material_id is not null) and (scope <> 'herb' or scope_key = material_id::text)),
  check ((scope = 'all') = (scope_key = '')),
  check (num_nulls(season_from, season_to, season_days) in (0, 3))
);
call make_evidence_table('care_plan');

create table care_record (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  care_no text not null,
  side text not null check (side in ('raw', 'pack')),
  looked_at timestamptz not null,
  temperature numeric(5, 2) check (temperature between -100 and 100),
  humidity numeric(5, 2) check (humidity between 0 and 100),
  remark text not null,
  done_by uuid not null,
  -- Where toxic goods are among them.
  second_by uuid,
  recorded_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, care_no),
  foreign key (enterprise_id, done_by) references account,
  foreign key (enterprise_id, second_by) references account,
  constraint care_by_two check (second_by <> done_by),
  check (looked_at <= recorded_at)
);
create index care_record_by_time on care_record (enterprise_id, looked_at desc, id desc);
call make_evidence_table('care_record');

-- What was found at one lot in one bin.
create table care_line (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  care_id uuid not null,
  lot_id uuid not null,
  place_id uuid not null,
  -- As much as lay there then; a trigger writes it. Nothing is weighed here.
  quantity numeric(14, 4) not null check (quantity > 0),
  -- The plan of that time; none where the lot is in no plan.
  plan_id uuid,
  findings text[] not null check (cardinality(findings) > 0),
  measures text[] not null,
  note text not null,
  matters boolean not null,
  incident_id uuid,
  primary key (enterprise_id, id),
  constraint care_line_once unique (enterprise_id, care_id, lot_id, place_id),
  foreign key (enterprise_id, care_id) references care_record,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, place_id) references place,
  foreign key (enterprise_id, plan_id) references care_plan,
  foreign key (enterprise_id, incident_id) references incident,
  check (matters = (incident_id is not null)),
  check (not 'none' = any (findings) or findings = '{none}')
);
create index care_line_by_lot on care_line (enterprise_id, lot_id, place_id);
call make_evidence_table('care_line');

-- A line that was written down wrong stays, and counts no more.
create table care_void (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  line_id uuid not null,
  reason text not null check (reason <> ''),
  voided_by uuid not null,
  voided_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint care_voided_once unique (enterprise_id, line_id),
  foreign key (enterprise_id, line_id) references care_line,
  foreign key (enterprise_id, voided_by) references account
);
call make_evidence_table('care_void');
