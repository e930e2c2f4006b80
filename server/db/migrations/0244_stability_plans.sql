-- 稳定性考察计划 (decision 0070): which product is looked at under which condition, at which months, in which items, by how many packs. Written by one, approved by
-- another; what is approved does not change, a later version takes its place.
create table stability_plan (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  plan_no text not null,
  version integer not null check (version > 0),
  product_id uuid not null,
  storage_condition text not null check (storage_condition in ('rt', 'cool', 'cool_dark', 'cold')),
  months integer[] not null check (cardinality(months) between 1 and 8 and months <@ array[0, 3, 6, 9, 12, 18, 24, 36]),
  items text[] not null check (cardinality(items) between 1 and 100),
  packs_per_point integer not null check (packs_per_point between 1 and 200),
  -- By how many days a time point may be tested before or after its day.
  window_days integer not null check (window_days between 0 and 60),
  remark text not null default '',
  state text not null check (state in ('draft', 'approved', 'superseded', 'ended', 'discarded')),
  written_by uuid not null,
  written_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  ended_by uuid,
  ended_second_by uuid,
  ended_at timestamptz,
  end_reason text check (end_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, plan_no, version),
  foreign key (enterprise_id, product_id) references product,
  foreign key (enterprise_id, written_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  foreign key (enterprise_id, ended_second_by) references account,
  constraint stability_plan_approved_by_another check (approved_by <> written_by),
  constraint stability_plan_ended_by_two check (ended_second_by <> ended_by),
  check (num_nulls(approved_by, approved_at) in (0, 2) and (approved_at is not null or state in ('draft', 'discarded'))),
  check (state <> 'draft' or approved_at is null),
  check (num_nulls(ended_by, ended_at, end_reason) in (0, 3) and (state in ('ended', 'discarded')) = (ended_at is not null)),
  check ((state = 'ended') = (ended_second_by is not null))
);
call make_tenant_table('stability_plan');
create unique index stability_plan_draft_open on stability_plan (enterprise_id, plan_no) where state = 'draft';
create unique index stability_plan_one_in_force on stability_plan (enterprise_id, plan_no) where state = 'approved';
-- A product has one plan in force under each condition.
create unique index stability_plan_exists on stability_plan (enterprise_id, product_id, storage_condition) where state = 'approved';
create index stability_plan_by_time on stability_plan (enterprise_id, written_at, id);

-- A packed lot that is looked at. It stays when the plan gets another version; two persons take it off.
create table stability_lot (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  plan_id uuid not null,
  lot_id uuid not null,
  put_on_by uuid not null,
  put_on_at timestamptz not null,
  taken_off_by uuid,
  taken_off_second_by uuid,
  taken_off_at timestamptz,
  take_off_reason text check (take_off_reason <> ''),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, plan_id) references stability_plan,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, put_on_by) references account,
  foreign key (enterprise_id, taken_off_by) references account,
  foreign key (enterprise_id, taken_off_second_by) references account,
  constraint stability_lot_taken_off_by_two check (taken_off_second_by <> taken_off_by),
  check (num_nulls(taken_off_by, taken_off_second_by, taken_off_at, take_off_reason) in (0, 4))
);
call make_tenant_table('stability_lot');
create unique index stability_lot_once on stability_lot (enterprise_id, lot_id) where taken_off_at is null;
create index stability_lot_by_plan on stability_lot (enterprise_id, plan_id);

-- A time point of a lot: its day from the day of birth of the lot, and between which days it is tested.
create table stability_point (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  stability_lot_id uuid not null,
  lot_id uuid not null,
  month integer not null check (month between 0 and 36),
  test_on date not null,
  opens_on date not null,
  closes_on date not null,
  state text not null check (state in ('open', 'begun', 'done', 'missed', 'dropped')),
  -- What the plan asked for when the point was begun.
  items text[],
  inspection_id uuid,
  missed_by uuid,
  missed_at timestamptz,
  miss_reason text check (miss_reason <> ''),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, stability_lot_id) references stability_lot,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, inspection_id) references inspection,
  foreign key (enterprise_id, missed_by) references account,
  check (opens_on <= test_on and test_on <= closes_on),
  check ((state in ('begun', 'done')) = (inspection_id is not null)),
  check ((inspection_id is not null) = (items is not null)),
  check (num_nulls(missed_by, missed_at, miss_reason) in (0, 3) and (state = 'missed') = (missed_at is not null))
);
call make_tenant_table('stability_point');
create unique index stability_point_once on stability_point (enterprise_id, stability_lot_id, month) where state <> 'dropped';
create unique index stability_point_by_inspection on stability_point (enterprise_id, inspection_id) where inspection_id is not null;
create index stability_point_open on stability_point (enterprise_id, lot_id, month) where state = 'open';
create index stability_point_by_day on stability_point (enterprise_id, test_on, id);

-- Time points are told of as what ends is.
alter table expiry_alert drop constraint expiry_alert_subject_check;
alter table expiry_alert add constraint expiry_alert_subject_check
  check (subject in ('licence', 'supplier', 'customer', 'instrument', 'reagent_lot', 'outside_laboratory', 'stability_point'));
