-- 饮片生产 (page 15): the order, what is weighed out for it, each step, the deviations, and the batch that comes of it.

-- 批生产指令. What a person signs stands in this row: `charge` repeats the lots and quantities of production_input, whose
-- rows can never change.
create table production_order (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  order_no text not null,
  product_id uuid not null,
  product_name text not null,
  initials text not null default '',
  cut_spec text not null default '',
  processing_method text not null,
  shelf_life_months integer not null,
  is_toxic boolean not null default false,
  standard_version_id uuid not null,
  standard_name text not null,
  process_version_id uuid not null,
  -- 工艺规程 as it stood when the order was made; a running order keeps its own.
  process jsonb not null check (jsonb_typeof(process -> 'steps') = 'array' and jsonb_array_length(process -> 'steps') > 0),
  -- kg of the main herb
  planned_input numeric(14, 4) not null check (planned_input > 0),
  charge text not null,
  -- 拼批: more than one raw lot of the main herb.
  is_blend boolean not null,
  workshop text not null,
  line text not null,
  remark text not null default '',
  state text not null default 'pending' check (state in ('pending', 'approved', 'issued', 'in_progress', 'paused', 'completed', 'reviewed', 'cancelled')),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  approved_by uuid,
  approved_at timestamptz,
  blend_approved_by uuid,
  -- Given at the first feeding, so that number and 生产日期 agree (I2); never reused.
  batch_no text,
  production_date date,
  -- Everybody who weighed, checked or operated: they do not review the record.
  operator_ids uuid[],
  pause_reason text,
  completed_by uuid,
  completed_at timestamptz,
  deviation_conclusion text,
  reviewed_by uuid,
  reviewed_at timestamptz,
  cancel_reason text,
  cancelled_by uuid,
  cancelled_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, order_no),
  unique (enterprise_id, batch_no),
  unique (enterprise_id, id, is_blend),
  foreign key (enterprise_id, product_id) references product,
  foreign key (enterprise_id, standard_version_id) references standard_version,
  foreign key (enterprise_id, process_version_id) references process_version,
  foreign key (enterprise_id, created_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, blend_approved_by) references account,
  foreign key (enterprise_id, completed_by) references account,
  foreign key (enterprise_id, reviewed_by) references account,
  foreign key (enterprise_id, cancelled_by) references account,
  constraint production_author_approves check (approved_by <> created_by and blend_approved_by <> created_by),
  constraint production_operator_reviews check (reviewed_by <> created_by and reviewed_by <> all (operator_ids)),
  constraint production_batch_too_large check (planned_input <= (process ->> 'maxBatch')::numeric),
  constraint production_blend_not_allowed check (not is_blend or (process ->> 'allowsBlending')::boolean),
  constraint production_blend_needs_qa check (not is_blend or blend_approved_by is not null or state in ('pending', 'cancelled')),
  check ((approved_by is null) = (approved_at is null) and (approved_by is not null or state in ('pending', 'cancelled'))),
  check ((batch_no is null) = (production_date is null) and (batch_no is null) = (state in ('pending', 'approved', 'issued', 'cancelled'))),
  check ((state = 'paused') = (pause_reason is not null)),
  check ((completed_by is not null) = (state in ('completed', 'reviewed')) and (completed_by is null) = (completed_at is null)),
  -- What is signed is written before the state changes, hence one direction only.
  check ((reviewed_by is not null or state <> 'reviewed') and (reviewed_by is null) = (reviewed_at is null)),
  check ((cancelled_by is not null or state <> 'cancelled') and num_nulls(cancel_reason, cancelled_by, cancelled_at) in (0, 3))
);
create index production_order_by_state on production_order (enterprise_id, state, created_at desc, id);
create index production_order_by_time on production_order (enterprise_id, created_at desc, id);
create index production_order_by_initials on production_order (enterprise_id, initials text_pattern_ops);
create index production_order_by_product on production_order (enterprise_id, product_id);
-- 清场: a line takes the next batch only when the last one is finished and cleared away.
create unique index production_line_busy on production_order (enterprise_id, workshop, line) where state in ('in_progress', 'paused');

-- What the order is charged with. Rows never change: another lot is another order.
create table production_input (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  is_blend boolean not null,
  lot_id uuid not null,
  material_id uuid not null,
  role text not null check (role in ('main', 'auxiliary')),
  -- kg planned
  quantity numeric(14, 4) not null check (quantity > 0),
  -- Of an auxiliary: kg per 100 kg of the main herb, and how far it may stray, % of the ratio.
  ratio numeric(9, 4),
  tolerance numeric(7, 3),
  -- Why not the lot that is due first.
  reason text not null default '',
  primary key (enterprise_id, id),
  unique (enterprise_id, order_id, lot_id),
  foreign key (enterprise_id, order_id, is_blend) references production_order (enterprise_id, id, is_blend),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, material_id) references material,
  check ((role = 'auxiliary') = (ratio is not null) and (ratio is null) = (tolerance is null))
);
create index production_input_by_lot on production_input (enterprise_id, lot_id);
-- I2: one batch, one raw lot of the main herb, unless the order is a blend.
create unique index one_main_lot on production_input (enterprise_id, order_id) where role = 'main' and not is_blend;

-- 领料单
create table production_issue (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  issue_no text not null,
  order_id uuid not null,
  scale_no text not null,
  scale_valid_until date not null,
  -- [{ lotId, lotNo, placeId, placeCode, gross, tare, net }], one for each container, kg as text.
  weighings jsonb not null check (jsonb_typeof(weighings) = 'array' and jsonb_array_length(weighings) > 0),
  reason text not null default '',
  issued_by uuid not null,
  issued_at timestamptz not null,
  -- Written once the second person has signed.
  checked_by uuid,
  primary key (enterprise_id, id),
  unique (enterprise_id, issue_no),
  unique (enterprise_id, order_id),
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, issued_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  constraint production_issuer_checks check (checked_by <> issued_by)
);

-- 批生产记录: one step.
create table production_step (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  step_no integer not null check (step_no >= 1),
  name text not null,
  option text not null default '',
  is_critical boolean not null,
  -- 生产前检查 as confirmed
  pre_checks jsonb not null,
  room text not null,
  -- ℃, %RH
  temperature numeric(6, 2) not null,
  humidity numeric(6, 2) not null check (humidity between 0 and 100),
  equipment text[] not null check (cardinality(equipment) > 0),
  -- A time that somebody typed instead of the server's own.
  is_late_entry boolean not null,
  started_by uuid not null,
  started_at timestamptz not null,
  -- kg of the herb that goes in
  input_quantity numeric(14, 4) not null check (input_quantity > 0),
  -- What the end adds: null while the step runs.
  ended_by uuid,
  ended_at timestamptz,
  output_quantity numeric(14, 4) check (output_quantity > 0),
  -- 吸水, kg
  water_quantity numeric(14, 4) check (water_quantity >= 0),
  -- [{ kind, quantity }], [{ code, name, unit, min, target, max, value }]
  losses jsonb,
  parameters jsonb,
  remark text,
  -- Written once the second person has signed.
  checked_by uuid,
  primary key (enterprise_id, id),
  unique (enterprise_id, order_id, step_no),
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, started_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  check (ended_at > started_at),
  check (num_nulls(ended_by, ended_at, output_quantity, water_quantity, losses, parameters, remark) in (0, 7)),
  check (checked_by is null or ended_by is not null),
  constraint production_operator_checks check (checked_by <> ended_by and checked_by <> started_by),
  -- A step starts only when the previous ended; one that runs has no end yet.
  constraint production_steps_overlap exclude using gist (enterprise_id with =, order_id with =, tstzrange(started_at, ended_at) with &&)
);

-- 偏差 found in the course of the batch; the conclusion is QA's, at the review.
create table production_deviation (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  step_no integer,
  kind text not null check (kind in ('parameter', 'yield', 'balance', 'gain', 'event')),
  -- What was out of which range, and what the person says about it.
  finding text not null,
  note text not null check (note <> ''),
  found_by uuid not null,
  found_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, found_by) references account
);
create index production_deviation_by_order on production_deviation (enterprise_id, order_id);

-- 生产批: what only a batch has, under the id of its lot, with its 物料平衡表.
create table slice_batch (
  enterprise_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  production_date date not null,
  processing_method text not null,
  cut_spec text not null default '',
  -- kg
  issued_quantity numeric(14, 4) not null check (issued_quantity > 0),
  returned_quantity numeric(14, 4) not null check (returned_quantity >= 0),
  charged_quantity numeric(14, 4) not null check (charged_quantity > 0),
  auxiliary_quantity numeric(14, 4) not null check (auxiliary_quantity >= 0),
  water_quantity numeric(14, 4) not null check (water_quantity >= 0),
  output_quantity numeric(14, 4) not null check (output_quantity > 0),
  loss_quantity numeric(14, 4) not null check (loss_quantity >= 0),
  sampled_quantity numeric(14, 4) not null check (sampled_quantity >= 0),
  leftover_quantity numeric(14, 4) not null check (leftover_quantity >= 0),
  -- %, with the limits they were judged by
  yield_percent numeric(11, 4) not null,
  balance_percent numeric(11, 4) not null,
  yield_min numeric(7, 3) not null,
  yield_max numeric(7, 3) not null,
  balance_min numeric(7, 3) not null,
  balance_max numeric(7, 3) not null,
  remark text not null default '',
  -- 清场 as confirmed, and until when its certificate holds
  clearance jsonb not null,
  cleared_until date not null,
  -- The hold that a deviation put on the batch until QA concludes.
  hold_id uuid,
  -- Everybody who weighed, checked or operated.
  operator_ids uuid[] not null,
  finished_by uuid not null,
  finished_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, order_id),
  foreign key (enterprise_id, id) references lot,
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, finished_by) references account,
  foreign key (enterprise_id, hold_id) references hold,
  check (charged_quantity = issued_quantity - returned_quantity),
  check (abs(yield_percent - output_quantity / charged_quantity * 100) < 0.001)
);

call make_tenant_table('production_order');
call make_evidence_table('production_input');
call make_tenant_table('production_issue');
call make_tenant_table('production_step');
call make_evidence_table('production_deviation');
call make_evidence_table('slice_batch');
