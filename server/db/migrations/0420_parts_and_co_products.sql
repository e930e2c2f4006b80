-- A batch that is handed over in parts, and what else comes of it (decision 0097).

-- 分次交料: what of a batch was weighed into the store before production was finished. `replaces` is the part that was written wrong; nothing comes in its
-- place where the quantity is zero.
create table production_part (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  part_no text not null,
  order_id uuid not null,
  lot_id uuid not null,
  replaces uuid,
  quantity numeric(14, 4) not null check (quantity >= 0),
  weighings jsonb not null check (jsonb_typeof(weighings) = 'array'),
  place_id uuid,
  scale_id uuid,
  scale_no text,
  scale_valid_until date,
  reason text not null default '',
  handed_by uuid not null,
  handed_at timestamptz not null,
  checked_by uuid not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, part_no),
  unique (enterprise_id, replaces),
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, replaces) references production_part,
  foreign key (enterprise_id, place_id) references place,
  foreign key (enterprise_id, scale_id) references asset,
  foreign key (enterprise_id, handed_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  constraint production_part_received check (checked_by <> handed_by),
  check ((quantity > 0) = (jsonb_array_length(weighings) > 0)),
  check (num_nonnulls(place_id, scale_id, scale_no, scale_valid_until) = case when quantity > 0 then 4 else 0 end),
  check (replaces is not null or quantity > 0),
  check (replaces is null or reason <> '')
);
call make_evidence_table('production_part');
create index production_part_by_order on production_part (enterprise_id, order_id, id);
create index production_part_by_lot on production_part (enterprise_id, lot_id, id);

-- 联产品 that a process yields beside its product, at one of its steps: how much of the step's input, %.
create table process_co_product (
  enterprise_id uuid not null,
  process_version_id uuid not null,
  product_id uuid not null,
  step_no integer not null check (step_no > 0),
  share_min numeric(7, 3) not null check (share_min >= 0),
  share_expected numeric(7, 3) not null check (share_expected > 0),
  share_max numeric(7, 3) not null check (share_max <= 100),
  primary key (enterprise_id, process_version_id, product_id),
  foreign key (enterprise_id, process_version_id) references process_version,
  foreign key (enterprise_id, product_id) references product,
  check (share_expected between share_min and share_max)
);
call make_tenant_table('process_co_product', 'process_version_id', 'product_id');
grant delete on process_co_product to bencao_app;

-- What a step yielded of each, kg: a lot of its own, or waste with a reason, or nothing.
create table production_co_product (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  step_id uuid not null,
  product_id uuid not null,
  quantity numeric(14, 4) not null check (quantity >= 0),
  -- % of the step's input
  share numeric(26, 4) not null,
  lot_id uuid,
  waste_reason text not null default '',
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, step_id, product_id),
  unique (enterprise_id, lot_id),
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, step_id) references production_step,
  foreign key (enterprise_id, product_id) references product,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, recorded_by) references account,
  check ((lot_id is not null) = (quantity > 0 and waste_reason = '')),
  check (quantity > 0 or waste_reason = '')
);
call make_evidence_table('production_co_product');
create index production_co_product_by_order on production_co_product (enterprise_id, order_id, id);

-- kg of them that were kept, where the masses of a step and of a batch are weighed up. What was thrown away is a loss of the step.
alter table production_step add column co_product_quantity numeric(14, 4) not null default 0 check (co_product_quantity >= 0);
alter table bulk_lot add column co_product_quantity numeric(14, 4) not null default 0 check (co_product_quantity >= 0);

alter table production_deviation drop constraint production_deviation_kind_check;
alter table production_deviation add constraint production_deviation_kind_check
  check (kind in ('parameter', 'yield', 'balance', 'gain', 'event', 'hold_time', 'surplus', 'co_product'));

-- What a batch that is ended gave before its end: parts in the store, which end with it, and co-products.
alter table production_ending
  drop constraint ending_closes,
  drop constraint ending_from_nothing,
  drop constraint production_ending_check,
  add column handed_over numeric(14, 4) not null default 0 check (handed_over >= 0),
  add column co_products numeric(14, 4) not null default 0 check (co_products >= 0),
  add constraint ending_closes check (charged + water = losses + remains + handed_over + co_products + scattered),
  add constraint ending_from_nothing check (remains + handed_over + co_products <= (charged + water) * 1.02),
  add constraint ending_has_lot check ((remains + handed_over > 0) = (lot_id is not null));
