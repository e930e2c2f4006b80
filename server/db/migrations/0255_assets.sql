-- 设施设备 (domain §2.5, §2.12): the rooms, lines, machines and scales a batch is made with, their cleanings and their uses (decision 0072).

create table asset (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('room', 'line', 'equipment', 'scale')),
  number text not null check (number <> ''),
  name text not null check (name <> ''),
  initials text not null,
  -- 类别, in the words of the factory: 洁净区, 切药机, 台秤 …
  class text not null,
  -- Where it stands; of a line its workshop.
  place text not null check (place <> ''),
  -- Dedicated to toxic goods.
  is_toxic boolean not null,
  -- 清场有效期, hours.
  clearance_hours integer not null check (clearance_hours between 1 and 720),
  -- How often it is calibrated and serviced; null when it is not.
  calibration_months integer check (calibration_months between 1 and 60),
  maintenance_months integer check (maintenance_months between 1 and 60),
  -- What the latest calibration and the latest service say; a trigger keeps them.
  calibrated_on date,
  calibration_result text check (calibration_result in ('pass', 'fail')),
  calibration_due date,
  serviced_on date,
  service_result text check (service_result in ('pass', 'fail')),
  service_due date,
  -- What the latest change, use and clearance say; triggers keep them.
  state text not null check (state in ('clean', 'in_use', 'to_clean', 'out_of_service')),
  -- The use it is in, or was last in until it is cleared.
  use_id uuid,
  clearance_id uuid,
  cleared_until timestamptz,
  -- Its clearance says that goods that are not toxic may follow.
  is_freed boolean not null default false,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  check (kind <> 'scale' or calibration_months is not null),
  check ((calibrated_on is null) = (calibration_result is null) and (calibration_due is null) = (calibration_result is distinct from 'pass')),
  check ((serviced_on is null) = (service_result is null) and (service_due is null) = (service_result is distinct from 'pass')),
  check ((state = 'in_use') <= (use_id is not null)),
  check ((clearance_id is null) = (cleared_until is null) and (clearance_id is null or state = 'clean') and (clearance_id is not null or not is_freed))
);
-- One number, however it is typed: 7号线, 7 号线 and ７号线 are the same.
create unique index asset_number on asset (enterprise_id, upper(regexp_replace(normalize(number, nfkc), '\s', '', 'g')));
create index asset_by_kind on asset (enterprise_id, kind, number);
call make_tenant_table('asset');

-- 校准 and 保养. What was found stays; a later one takes its place.
create table asset_service (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  kind text not null check (kind in ('calibration', 'maintenance')),
  done_on date not null,
  result text not null check (result in ('pass', 'fail')),
  done_by text not null check (done_by <> ''),
  certificate_no text not null,
  next_due date,
  remark text not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, asset_id) references asset,
  foreign key (enterprise_id, recorded_by) references account,
  check ((result = 'pass') = (next_due is not null) and next_due > done_on),
  check (kind <> 'calibration' or certificate_no <> '')
);
create index asset_service_by_asset on asset_service (enterprise_id, asset_id, done_on desc, id desc);
call make_evidence_table('asset_service');

-- 清场合格证: cleaned by one, checked by another.
create table clearance (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  clearance_no text not null,
  checks jsonb not null,
  frees_of_toxic boolean not null,
  remark text not null,
  cleaned_by uuid not null,
  cleaned_at timestamptz not null,
  checked_by uuid not null,
  state text not null default 'valid' check (state in ('valid', 'used', 'withdrawn')),
  withdrawn_by uuid,
  withdrawal_approved_by uuid,
  withdrawn_at timestamptz,
  withdraw_reason text check (withdraw_reason <> ''),
  primary key (enterprise_id, id),
  unique (enterprise_id, clearance_no),
  foreign key (enterprise_id, cleaned_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  foreign key (enterprise_id, withdrawn_by) references account,
  foreign key (enterprise_id, withdrawal_approved_by) references account,
  constraint clearance_by_two check (checked_by <> cleaned_by),
  constraint clearance_withdrawn_by_two check (withdrawal_approved_by <> withdrawn_by),
  check (num_nulls(withdrawn_by, withdrawal_approved_by, withdrawn_at, withdraw_reason) in (0, 4) and (state = 'withdrawn') = (withdrawn_at is not null))
);
create index clearance_by_time on clearance (enterprise_id, cleaned_at desc, id desc);
call make_tenant_table('clearance');

-- What a certificate covers, and until when.
create table clearance_asset (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  clearance_id uuid not null,
  asset_id uuid not null,
  valid_until timestamptz not null,
  -- 上批: what it was used for last, as the certificate says it; null when it never was.
  last_use_id uuid,
  primary key (enterprise_id, id),
  unique (enterprise_id, clearance_id, asset_id),
  foreign key (enterprise_id, clearance_id) references clearance,
  foreign key (enterprise_id, asset_id) references asset
);
create index clearance_asset_by_asset on clearance_asset (enterprise_id, asset_id, id desc);
call make_evidence_table('clearance_asset');

alter table production_step add constraint production_step_of_order unique (enterprise_id, id, order_id);

-- 使用日志: which batch used what, from its steps.
create table asset_use (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  production_order_id uuid,
  step_id uuid,
  packaging_order_id uuid,
  is_toxic boolean not null,
  -- The certificate that this use used up; null where the same batch went on, and of a scale.
  clearance_id uuid,
  started_by uuid not null,
  started_at timestamptz not null,
  ended_by uuid,
  ended_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, asset_id) references asset,
  foreign key (enterprise_id, production_order_id) references production_order,
  foreign key (enterprise_id, step_id, production_order_id) references production_step (enterprise_id, id, order_id),
  foreign key (enterprise_id, packaging_order_id) references packaging_order,
  foreign key (enterprise_id, clearance_id, asset_id) references clearance_asset (enterprise_id, clearance_id, asset_id),
  foreign key (enterprise_id, started_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  check (num_nonnulls(production_order_id, packaging_order_id) = 1),
  check (step_id is null or production_order_id is not null),
  check ((ended_by is null) = (ended_at is null) and ended_at >= started_at)
);
-- A certificate is used up by one start.
create unique index asset_use_of_clearance on asset_use (enterprise_id, clearance_id, asset_id) where clearance_id is not null;
create unique index asset_one_use on asset_use (enterprise_id, asset_id) where ended_at is null;
create index asset_use_by_asset on asset_use (enterprise_id, asset_id, started_at desc, id desc);
create index asset_use_by_production on asset_use (enterprise_id, production_order_id) where production_order_id is not null;
create index asset_use_by_packaging on asset_use (enterprise_id, packaging_order_id) where packaging_order_id is not null;
call make_tenant_table('asset_use');
alter table clearance_asset add foreign key (enterprise_id, last_use_id) references asset_use;
alter table asset add foreign key (enterprise_id, use_id) references asset_use;
alter table asset add foreign key (enterprise_id, clearance_id) references clearance;

-- Every change of state: who, when, why. The only way in which one comes about.
create table asset_change (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  state text not null check (state in ('clean', 'in_use', 'to_clean', 'out_of_service')),
  reason text not null check (reason <> ''),
  use_id uuid,
  clearance_id uuid,
  changed_by uuid not null,
  -- Who let it back into service.
  approved_by uuid,
  changed_at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, asset_id) references asset,
  foreign key (enterprise_id, use_id) references asset_use,
  foreign key (enterprise_id, clearance_id) references clearance,
  foreign key (enterprise_id, changed_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint asset_back_by_two check (approved_by <> changed_by)
);
create index asset_change_by_asset on asset_change (enterprise_id, asset_id, id desc);
call make_evidence_table('asset_change');

-- What was written in free text stays readable; new rows name the register as well (definitions/assets.sql).
alter table production_order add column line_id uuid;
alter table production_order add foreign key (enterprise_id, line_id) references asset;
alter table production_step add column room_id uuid;
alter table production_step add foreign key (enterprise_id, room_id) references asset;
alter table production_issue add column scale_id uuid;
alter table production_issue add foreign key (enterprise_id, scale_id) references asset;
alter table production_return add column scale_id uuid;
alter table production_return add foreign key (enterprise_id, scale_id) references asset;

-- What ends soon is told of these too.
alter table expiry_alert drop constraint expiry_alert_subject_check;
alter table expiry_alert add constraint expiry_alert_subject_check
  check (subject in ('licence', 'supplier', 'customer', 'instrument', 'reagent_lot', 'outside_laboratory', 'stability_point', 'asset'));
