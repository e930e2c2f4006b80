-- 温湿度: where it is measured, between which limits the firm wants it, and what was read (decision 0086). The product brings no limits of its own.

create table climate_point (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  number text not null check (number <> ''),
  name text not null check (name <> ''),
  initials text not null,
  -- A store, by the name that its bins have, or a room of the register.
  warehouse text check (warehouse <> ''),
  room_id uuid,
  -- Read by a logger every so many hours, or twice a day by hand.
  by_logger boolean not null,
  every_hours integer check (every_hours between 1 and 24),
  state text not null check (state in ('current', 'due', 'disabled')),
  -- Until when the next reading is to be there. Readings keep it.
  due_at timestamptz not null,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  constraint climate_point_number unique (enterprise_id, number),
  foreign key (enterprise_id, room_id) references asset,
  check (num_nonnulls(warehouse, room_id) = 1),
  check (by_logger = (every_hours is not null))
);
create index climate_point_due on climate_point (enterprise_id, state, due_at);
call make_tenant_table('climate_point');

-- Limits hold until the next ones; each is given by one and approved by another.
create table climate_limit (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  point_id uuid not null,
  temperature_min numeric(5, 2),
  temperature_max numeric(5, 2),
  humidity_min numeric(5, 2) check (humidity_min between 0 and 100),
  humidity_max numeric(5, 2) check (humidity_max between 0 and 100),
  reason text not null check (reason <> ''),
  set_by uuid not null,
  approved_by uuid not null,
  set_at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, point_id) references climate_point,
  foreign key (enterprise_id, set_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint climate_limit_by_two check (approved_by <> set_by),
  check (num_nonnulls(temperature_min, temperature_max, humidity_min, humidity_max) > 0),
  check (temperature_min < temperature_max),
  check (humidity_min < humidity_max)
);
create index climate_limit_of_point on climate_limit (enterprise_id, point_id, id desc);
call make_evidence_table('climate_limit');

create table climate_reading (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  point_id uuid not null,
  -- The limits in force when it came in; a trigger names them and says whether it is out of them.
  limit_id uuid not null,
  measured_at timestamptz not null,
  temperature numeric(5, 2) not null check (temperature between -100 and 100),
  humidity numeric(5, 2) not null check (humidity between 0 and 100),
  source text not null check (source in ('hand', 'logger', 'file')),
  is_out boolean not null,
  incident_id uuid,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint climate_reading_once unique (enterprise_id, point_id, measured_at),
  foreign key (enterprise_id, point_id) references climate_point,
  foreign key (enterprise_id, limit_id) references climate_limit,
  foreign key (enterprise_id, incident_id) references incident,
  foreign key (enterprise_id, recorded_by) references account,
  check (is_out = (incident_id is not null))
);
create index climate_reading_by_incident on climate_reading (enterprise_id, incident_id) where incident_id is not null;
call make_evidence_table('climate_reading');

-- A reading that was written down wrong stays, and counts no more.
create table climate_void (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  reading_id uuid not null,
  reason text not null check (reason <> ''),
  voided_by uuid not null,
  voided_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint climate_voided_once unique (enterprise_id, reading_id),
  foreign key (enterprise_id, reading_id) references climate_reading,
  foreign key (enterprise_id, voided_by) references account
);
call make_evidence_table('climate_void');

-- The lots that stood where it was out of its limits, and how much of each.
create table climate_exposure (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  incident_id uuid not null,
  lot_id uuid not null,
  quantity numeric(14, 4) not null check (quantity > 0),
  stood_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint climate_exposed_once unique (enterprise_id, incident_id, lot_id),
  foreign key (enterprise_id, incident_id) references incident,
  foreign key (enterprise_id, lot_id) references lot
);
create index climate_exposure_by_lot on climate_exposure (enterprise_id, lot_id);
call make_evidence_table('climate_exposure');
