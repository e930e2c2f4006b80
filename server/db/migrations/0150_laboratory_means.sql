-- What a test is made with: instruments, reagents, outside laboratories, and which of them each result used (decision 0057).

-- 检验仪器. The last three columns say what its latest calibration says; a trigger keeps them.
create table instrument (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  number text not null check (number <> ''),
  name text not null check (name <> ''),
  initials text not null,
  model text not null,
  serial_no text not null,
  place text not null,
  interval_months integer not null check (interval_months between 1 and 60),
  state text not null default 'in_use' check (state in ('in_use', 'out_of_service')),
  stop_reason text check (stop_reason <> ''),
  calibrated_on date,
  calibration_result text check (calibration_result in ('pass', 'fail')),
  due_on date,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  constraint instrument_number unique (enterprise_id, number),
  check ((state = 'out_of_service') = (stop_reason is not null)),
  check ((calibrated_on is null) = (calibration_result is null) and (due_on is null) = (calibration_result is distinct from 'pass'))
);
call make_tenant_table('instrument');

-- 校准、检定. What was found stays; a later one takes its place.
create table calibration (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  instrument_id uuid not null,
  calibrated_on date not null,
  result text not null check (result in ('pass', 'fail')),
  certificate_no text not null check (certificate_no <> ''),
  calibrated_by text not null check (calibrated_by <> ''),
  next_due date,
  remark text not null,
  -- The certificate, as an attachment of the instrument.
  certificate_id uuid,
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, instrument_id) references instrument,
  foreign key (enterprise_id, certificate_id) references attachment (enterprise_id, id),
  foreign key (enterprise_id, recorded_by) references account,
  check ((result = 'pass') = (next_due is not null) and next_due > calibrated_on)
);
create index calibration_by_instrument on calibration (enterprise_id, instrument_id, calibrated_on desc, id desc);
call make_evidence_table('calibration');

-- 停用与恢复使用, each signed.
create table instrument_change (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  instrument_id uuid not null,
  state text not null check (state in ('in_use', 'out_of_service')),
  reason text not null check (reason <> ''),
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, instrument_id) references instrument,
  foreign key (enterprise_id, changed_by) references account
);
create index instrument_change_by_instrument on instrument_change (enterprise_id, instrument_id);
call make_evidence_table('instrument_change');

-- 试剂、标准溶液、对照品: one bottle or one batch of bottles with its label.
create table reagent_lot (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  number text not null check (number <> ''),
  kind text not null check (kind in ('reagent', 'standard_solution', 'reference_substance')),
  name text not null check (name <> ''),
  initials text not null,
  lot_no text not null check (lot_no <> ''),
  maker text not null,
  -- Purity or concentration with its unit.
  purity text not null,
  received_on date not null,
  opened_on date,
  use_by date not null,
  days_after_opening integer check (days_after_opening between 1 and 3650),
  unit text not null check (unit <> ''),
  amount numeric(14, 4) not null check (amount > 0),
  amount_left numeric(14, 4) not null,
  state text not null default 'in_use' check (state in ('in_use', 'used_up', 'discarded')),
  ended_reason text check (ended_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  constraint reagent_number unique (enterprise_id, number),
  constraint reagent_remaining check (amount_left >= 0),
  check (amount_left <= amount),
  check ((state = 'in_use') = (ended_reason is null)),
  constraint reagent_days check (use_by > received_on and opened_on >= received_on)
);
create index reagent_lot_by_end on reagent_lot (enterprise_id, use_by) where state = 'in_use';
call make_tenant_table('reagent_lot');

-- 用量: what an inspection took of a reagent.
create table reagent_draw (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  reagent_lot_id uuid not null,
  inspection_id uuid not null,
  quantity numeric(14, 4) not null check (quantity > 0),
  drawn_by uuid not null,
  drawn_at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, reagent_lot_id) references reagent_lot,
  foreign key (enterprise_id, inspection_id) references inspection,
  foreign key (enterprise_id, drawn_by) references account
);
create index reagent_draw_by_lot on reagent_draw (enterprise_id, reagent_lot_id);
create index reagent_draw_by_inspection on reagent_draw (enterprise_id, inspection_id);
call make_evidence_table('reagent_draw');

-- 委托检验机构, with what it is accredited for and until when.
create table outside_laboratory (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  name text not null check (name <> ''),
  initials text not null,
  accreditation_no text not null check (accreditation_no <> ''),
  -- Names of items or methods.
  scope text[] not null check (cardinality(scope) > 0),
  valid_from date not null,
  valid_until date not null,
  contact text not null,
  is_active boolean not null default true,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  constraint outside_laboratory_name unique (enterprise_id, name),
  constraint outside_laboratory_days check (valid_until >= valid_from)
);
call make_tenant_table('outside_laboratory');

-- What a result was measured with, copied as it was on that day.
create table result_means (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  test_result_id uuid not null,
  instrument_id uuid,
  reagent_lot_id uuid,
  used_on date not null,
  number text not null,
  name text not null,
  -- Of an instrument its model, of a reagent its lot and content.
  detail text not null,
  -- Until when the calibration, or the reagent, was good.
  good_until date not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, test_result_id, instrument_id),
  unique (enterprise_id, test_result_id, reagent_lot_id),
  foreign key (enterprise_id, test_result_id) references test_result,
  foreign key (enterprise_id, instrument_id) references instrument,
  foreign key (enterprise_id, reagent_lot_id) references reagent_lot,
  check (num_nonnulls(instrument_id, reagent_lot_id) = 1)
);
create index result_means_by_instrument on result_means (enterprise_id, instrument_id, used_on desc, id desc) where instrument_id is not null;
create index result_means_by_reagent on result_means (enterprise_id, reagent_lot_id, used_on desc, id desc) where reagent_lot_id is not null;
call make_evidence_table('result_means');

-- 检验环境 of a result.
create table result_environment (
  enterprise_id uuid not null references enterprise,
  test_result_id uuid not null,
  temperature numeric(4, 1) not null check (temperature between -40 and 60),
  humidity numeric(4, 1) not null check (humidity between 0 and 100),
  primary key (enterprise_id, test_result_id),
  foreign key (enterprise_id, test_result_id) references test_result
);
call make_evidence_table('result_environment', 'test_result_id');

-- The report of an outside laboratory that a result comes from, with the accreditation as it was.
create table result_commission (
  enterprise_id uuid not null references enterprise,
  test_result_id uuid not null,
  laboratory_id uuid not null,
  accreditation_no text not null,
  valid_until date not null,
  reported_on date not null,
  -- The report itself, as an attachment of the inspection.
  certificate_id uuid not null,
  primary key (enterprise_id, test_result_id),
  foreign key (enterprise_id, test_result_id) references test_result,
  foreign key (enterprise_id, laboratory_id) references outside_laboratory,
  foreign key (enterprise_id, certificate_id) references attachment (enterprise_id, id)
);
create index result_commission_by_laboratory on result_commission (enterprise_id, laboratory_id);
call make_evidence_table('result_commission', 'test_result_id');

-- What ends soon is told of these too.
alter table expiry_alert drop constraint expiry_alert_subject_check;
alter table expiry_alert add constraint expiry_alert_subject_check
  check (subject in ('licence', 'supplier', 'customer', 'instrument', 'reagent_lot', 'outside_laboratory'));
