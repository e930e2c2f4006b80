-- 原料采购 (page 11): what is ordered from whom, and how it arrives. A receipt makes the lots; in the warehouse they are moved.

-- 采购单. The category has no value for bought pieces: I9 forbids buying them.
create table purchase_order (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  order_no text not null,
  category text not null check (category in ('crude_drug', 'auxiliary', 'packaging')),
  state text not null default 'draft' check (state in ('draft', 'submitted', 'returned', 'approved', 'partially_received', 'received', 'closed', 'cancelled')),
  supplier_id uuid not null,
  -- 供应商类型, as it was when the order was written.
  supplier_kind text not null,
  contract_no text not null default '',
  quality_agreement_no text not null default '',
  purchased_on date not null,
  expected_on date,
  remark text not null default '',
  buyer_id uuid not null,
  submitted_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  return_reason text not null default '',
  -- Closed or cancelled: by whom, when, why.
  ended_by uuid,
  ended_at timestamptz,
  end_reason text not null default '',
  invoice_no text not null default '',
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, order_no),
  foreign key (enterprise_id, supplier_id) references supplier,
  foreign key (enterprise_id, buyer_id) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  check (expected_on >= purchased_on),
  check ((approved_by is null) = (approved_at is null)),
  check (approved_by is not null or state not in ('approved', 'partially_received', 'received', 'closed')),
  check ((ended_by is null) = (ended_at is null) and (ended_by is not null) = (state in ('closed', 'cancelled'))),
  constraint purchase_author_approves check (approved_by <> buyer_id)
);
create index purchase_order_by_state on purchase_order (enterprise_id, state, purchased_on desc, id);
create index purchase_order_by_day on purchase_order (enterprise_id, purchased_on desc, id);
create index purchase_order_by_supplier on purchase_order (enterprise_id, supplier_id);

create table purchase_line (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  line_no integer not null check (line_no between 1 and 50),
  material_id uuid not null,
  -- 执行标准: the edition in force on the day of purchase.
  standard_version_id uuid not null,
  -- 规格等级
  grade text not null default '',
  -- 约定产地, down to the county; only crude drugs have one.
  agreed_province text not null default '',
  agreed_city text not null default '',
  agreed_county text not null default '',
  -- kg
  quantity numeric(14, 4) not null check (quantity > 0 and quantity <= 999999),
  -- 元/kg
  unit_price numeric(12, 4) check (unit_price >= 0),
  primary key (enterprise_id, id),
  unique (enterprise_id, order_id, line_no),
  unique (enterprise_id, id, order_id),
  foreign key (enterprise_id, order_id) references purchase_order,
  foreign key (enterprise_id, material_id) references material,
  foreign key (enterprise_id, standard_version_id) references standard_version
);
create index purchase_line_by_material on purchase_line (enterprise_id, material_id);

-- 到货验收记录: one delivery. What came in is in raw_lot, what was turned away at the door in refused_delivery.
create table receipt (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_no text not null,
  order_id uuid not null,
  arrived_at timestamptz not null,
  delivery_note_no text not null check (delivery_note_no <> ''),
  transport text not null default '',
  remark text not null default '',
  -- 验收结论, and how much of what: signed with the receipt, while the lines themselves can never change.
  result text not null check (result in ('accepted', 'partly', 'refused')),
  lot_count integer not null check (lot_count >= 0),
  refused_count integer not null check (refused_count >= 0),
  -- kg
  net_total numeric(14, 4) not null check (net_total >= 0),
  received_by uuid not null,
  recorded_at timestamptz not null default now(),
  -- Written once the second person has signed.
  checked_by uuid,
  primary key (enterprise_id, id),
  unique (enterprise_id, receipt_no),
  unique (enterprise_id, id, order_id),
  foreign key (enterprise_id, order_id) references purchase_order,
  foreign key (enterprise_id, received_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  check (lot_count + refused_count > 0),
  check (result = case when lot_count = 0 then 'refused' when refused_count = 0 then 'accepted' else 'partly' end),
  constraint receiver_checks check (checked_by <> received_by)
);
create index receipt_by_order on receipt (enterprise_id, order_id);
create index receipt_by_arrival on receipt (enterprise_id, arrived_at desc, id);

alter table lot add constraint lot_of_kind unique (enterprise_id, id, kind);

-- 进厂批: what only a bought lot has, under the id of its lot. One material, supplier, origin, harvest and grade (I1).
create table raw_lot (
  enterprise_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('raw', 'auxiliary')),
  receipt_id uuid not null,
  order_id uuid not null,
  purchase_line_id uuid not null,
  line_no integer not null,
  supplier_id uuid not null,
  -- The name as the delivery note has it (GMP 第一百零六条).
  name_on_note text not null check (name_on_note <> ''),
  supplier_lot_no text not null check (supplier_lot_no <> ''),
  upstream_trace_code text not null default '',
  grade text not null default '',
  -- Provenance of a crude drug.
  species text not null default '',
  medicinal_part text not null default '',
  source_kind text check (source_kind in ('cultivated', 'wild', 'wild_imitating', 'wild_tended', 'farmed', 'imported')),
  province text not null default '',
  city text not null default '',
  county text not null default '',
  town text not null default '',
  village text not null default '',
  harvest_from date,
  harvest_to date,
  growth_years numeric(4, 1) check (growth_years > 0),
  primary_processing text[] not null default '{}',
  is_fresh_cut boolean not null default false,
  -- 产地趁鲜切制: the provincial list and the agreement that allow it.
  fresh_cut_basis text not null default '',
  -- 硫熏: what is known to be fumigated does not come in.
  sulfur text check (sulfur in ('no', 'unknown')),
  import_approval_no text not null default '',
  customs_no text not null default '',
  -- Of auxiliaries and packaging.
  made_on date,
  -- Packages and weights, kg.
  package_kind text not null,
  package_count integer not null check (package_count >= 1),
  note_quantity numeric(14, 4) not null check (note_quantity > 0),
  gross numeric(14, 4) not null,
  tare numeric(14, 4) not null check (tare >= 0),
  net numeric(14, 4) not null check (net > 0),
  package_intact boolean not null,
  label_complete boolean not null,
  defects text[] not null default '{}',
  -- What was seen amiss (weight, package, label, appearance) and what was done about it.
  exception_note text not null default '',
  primary key (enterprise_id, id),
  unique (enterprise_id, receipt_id, line_no),
  foreign key (enterprise_id, id, kind) references lot (enterprise_id, id, kind),
  foreign key (enterprise_id, receipt_id, order_id) references receipt (enterprise_id, id, order_id),
  foreign key (enterprise_id, purchase_line_id, order_id) references purchase_line (enterprise_id, id, order_id),
  foreign key (enterprise_id, supplier_id) references supplier,
  check (kind <> 'raw' or (species <> '' and medicinal_part <> '' and source_kind is not null and province <> '' and city <> '' and county <> ''
    and village <> '' and harvest_from is not null and harvest_to is not null and cardinality(primary_processing) > 0 and sulfur is not null)),
  check (harvest_from <= harvest_to),
  check (not is_fresh_cut or fresh_cut_basis <> ''),
  check (source_kind <> 'imported' or (import_approval_no <> '' and customs_no <> '')),
  constraint net_is_gross_less_tare check (abs(net - (gross - tare)) <= (gross - tare) * 0.001),
  constraint exception_is_explained check (exception_note <> ''
    or (package_intact and label_complete and cardinality(defects) = 0 and abs(net - note_quantity) <= note_quantity * 0.005))
);
create index raw_lot_by_supplier on raw_lot (enterprise_id, supplier_id);
create index raw_lot_by_line on raw_lot (enterprise_id, purchase_line_id);

-- 拒收: turned away at the door. No lot, no stock, only the record.
create table refused_delivery (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_id uuid not null,
  order_id uuid not null,
  purchase_line_id uuid not null,
  line_no integer not null,
  name_on_note text not null check (name_on_note <> ''),
  supplier_lot_no text not null default '',
  package_count integer not null check (package_count >= 1),
  -- kg by the delivery note
  quantity numeric(14, 4) not null check (quantity > 0),
  cause text not null check (cause in ('sulfur', 'origin', 'appearance', 'mixed', 'package', 'label', 'weight', 'papers', 'other')),
  reason text not null check (reason <> ''),
  primary key (enterprise_id, id),
  unique (enterprise_id, receipt_id, line_no),
  foreign key (enterprise_id, receipt_id, order_id) references receipt (enterprise_id, id, order_id),
  foreign key (enterprise_id, purchase_line_id, order_id) references purchase_line (enterprise_id, id, order_id)
);

-- ── 原料库存 (page 14) and 成品库存 (page 19) ──────────────────────────────────────────────────────────────────────────────

-- 移库单: goods from one bin to another.
create table stock_transfer (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  transfer_no text not null,
  lot_id uuid not null,
  from_place_id uuid not null,
  to_place_id uuid not null,
  -- kg
  quantity numeric(14, 4) not null check (quantity > 0),
  reason text not null check (reason <> ''),
  moved_by uuid not null,
  moved_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, transfer_no),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, from_place_id) references place,
  foreign key (enterprise_id, to_place_id) references place,
  foreign key (enterprise_id, moved_by) references account,
  check (from_place_id <> to_place_id)
);
create index stock_transfer_by_lot on stock_transfer (enterprise_id, lot_id);
-- Registers are read by day and by kind.
create index stock_entry_by_time on stock_entry (enterprise_id, occurred_at desc, id);
-- What is due is looked for every day.
create index lot_by_retest on lot (enterprise_id, retest_on) where state = 'released' and retest_on is not null;

-- The enterprises of this installation, for the work that nobody asks for (a retest day has come).
create function enterprise_ids() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from enterprise order by id;
$$;
grant execute on function enterprise_ids() to bencao_app;

call make_tenant_table('purchase_order');
call make_tenant_table('purchase_line');
call make_tenant_table('receipt');
call make_evidence_table('raw_lot');
call make_evidence_table('refused_delivery');
call make_evidence_table('stock_transfer');
-- A draft's lines are written anew when it is edited; a line that was received against cannot go.
grant delete on purchase_line to bencao_app;
