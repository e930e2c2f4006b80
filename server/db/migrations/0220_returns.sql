-- 退货、拒收与短少 (domain §2.10, §2.11; GMP Art. 136–137; decision 0065).

-- What the customer refused, or what did not arrive, was not delivered.
alter table sales_order drop constraint sales_order_state_check, add constraint sales_order_state_check
  check (state in ('draft', 'submitted', 'approved', 'allocated', 'picked', 'checked', 'shipped', 'delivered', 'partly_delivered', 'refused', 'cancelled'));
alter table shipment drop constraint shipment_state_check, add constraint shipment_state_check
  check (state in ('shipped', 'delivered', 'partly_delivered', 'refused'));
alter table shipment drop constraint shipment_check, add constraint shipment_check check ((state = 'shipped') = (delivered_at is null));

-- 退货单: goods of one shipment that come back. A refused delivery and goods of a recall come in by the same door.
create table customer_return (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  return_no text not null,
  kind text not null check (kind in ('return', 'refused', 'recall')),
  state text not null check (state in ('requested', 'awaited', 'received', 'inspected', 'restocking', 'destroying', 'closed', 'declined', 'cancelled')),
  shipment_id uuid not null,
  -- A word of the dictionary return_reason, and what was told of it.
  reason text not null check (reason <> ''),
  note text not null default '',
  -- How the goods were kept at the customer and how they travel back, as the customer says.
  kept text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  -- Declined by quality assurance, or cancelled before anything came.
  ended_by uuid,
  ended_at timestamptz,
  end_reason text check (end_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, return_no),
  foreign key (enterprise_id, shipment_id) references shipment,
  foreign key (enterprise_id, created_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  constraint return_by_two check (approved_by <> created_by),
  check ((approved_by is null) = (approved_at is null) and (kind = 'return' or approved_by is null)),
  check (kind <> 'return' or state in ('requested', 'declined', 'cancelled') or approved_by is not null),
  check ((state in ('declined', 'cancelled')) = (ended_at is not null) and num_nulls(ended_by, ended_at, end_reason) in (0, 3))
);
call make_tenant_table('customer_return');
create index customer_return_by_time on customer_return (enterprise_id, created_at, id);
create index customer_return_by_shipment on customer_return (enterprise_id, shipment_id);
-- What is to come back, as it was told: packs of each lot.
create table return_line (
  enterprise_id uuid not null,
  return_id uuid not null,
  lot_id uuid not null,
  packs integer not null check (packs > 0),
  primary key (enterprise_id, return_id, lot_id),
  foreign key (enterprise_id, return_id) references customer_return,
  foreign key (enterprise_id, lot_id) references lot
);
call make_evidence_table('return_line', 'return_id', 'lot_id');

-- Receipt into the 退货区: the bin, and in it the position that is this return's alone. A wrong one is taken back by two.
create table return_receipt (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  return_id uuid not null,
  place_id uuid not null,
  position text not null check (position <> ''),
  arrived_at timestamptz not null,
  transport text not null default '',
  appearance text not null check (appearance <> ''),
  received_by uuid not null,
  received_at timestamptz not null,
  taken_back_by uuid,
  taken_back_second uuid,
  taken_back_at timestamptz,
  taken_back_reason text check (taken_back_reason <> ''),
  -- When the last of it left the position.
  cleared_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, return_id) references customer_return,
  foreign key (enterprise_id, place_id) references place,
  foreign key (enterprise_id, received_by) references account,
  foreign key (enterprise_id, taken_back_by) references account,
  foreign key (enterprise_id, taken_back_second) references account,
  constraint receipt_of_return_taken_back_by_two check (taken_back_second <> taken_back_by),
  check (num_nulls(taken_back_by, taken_back_second, taken_back_at, taken_back_reason) in (0, 4)),
  check (taken_back_at is null or cleared_at is not null)
);
call make_tenant_table('return_receipt');
create unique index return_receipt_in_force on return_receipt (enterprise_id, return_id) where taken_back_at is null;
-- Goods of two returns never lie in one position (Art. 137).
create unique index return_position_alone on return_receipt (enterprise_id, place_id, position) where cleared_at is null;

-- What came back: packs of a lot in one condition, and what is decided about them.
create table return_item (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_id uuid not null,
  lot_id uuid not null,
  condition text not null check (condition in ('intact', 'opened', 'damaged')),
  packs integer not null check (packs > 0),
  quantity numeric(14, 4) not null check (quantity > 0),
  decision text check (decision in ('restock', 'destroy')),
  -- When the decision was carried out.
  settled_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, receipt_id) references return_receipt,
  foreign key (enterprise_id, lot_id) references lot,
  constraint opened_pack_stays_out check (decision <> 'restock' or condition = 'intact'),
  check (settled_at is null or decision is not null)
);
call make_tenant_table('return_item');
create index return_item_by_receipt on return_item (enterprise_id, receipt_id);
create index return_item_by_lot on return_item (enterprise_id, lot_id);

-- 退货检验: what quality assurance found. The last one counts.
create table return_inspection (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_id uuid not null,
  conforms boolean not null,
  findings text not null check (findings <> ''),
  inspected_by uuid not null,
  inspected_at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, receipt_id) references return_receipt,
  foreign key (enterprise_id, inspected_by) references account
);
call make_evidence_table('return_inspection');
create index return_inspection_by_receipt on return_inspection (enterprise_id, receipt_id);

-- 最终处理意见: by quality assurance and the head of quality; by two again it is withdrawn before it was carried out.
create table return_decision (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_id uuid not null,
  conclusion text not null check (conclusion <> ''),
  decided_by uuid not null,
  second_by uuid not null,
  decided_at timestamptz not null,
  withdrawn_by uuid,
  withdrawn_second uuid,
  withdrawn_at timestamptz,
  withdraw_reason text check (withdraw_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, receipt_id) references return_receipt,
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, second_by) references account,
  foreign key (enterprise_id, withdrawn_by) references account,
  foreign key (enterprise_id, withdrawn_second) references account,
  constraint return_decided_by_two check (second_by <> decided_by),
  constraint return_decision_withdrawn_by_two check (withdrawn_second <> withdrawn_by),
  check (num_nulls(withdrawn_by, withdrawn_second, withdrawn_at, withdraw_reason) in (0, 4))
);
call make_tenant_table('return_decision');
create unique index return_decision_in_force on return_decision (enterprise_id, receipt_id) where withdrawn_at is null;

-- The codes of an item, as runs.
create table return_code (
  enterprise_id uuid not null,
  item_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null check (last_index >= first_index),
  primary key (enterprise_id, item_id, range_id, first_index),
  foreign key (enterprise_id, item_id) references return_item,
  foreign key (enterprise_id, range_id) references code_range
);
call make_evidence_table('return_code', 'item_id', 'range_id', 'first_index');

-- 承运索赔: packs that left and arrived nowhere.
create table carrier_claim (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  claim_no text not null,
  state text not null check (state in ('open', 'closed')),
  shipment_id uuid not null,
  lot_id uuid not null,
  packs integer not null check (packs > 0),
  quantity numeric(14, 4) not null check (quantity > 0),
  -- The refused goods that were missing when they came back.
  return_id uuid,
  note text not null default '',
  opened_by uuid not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, claim_no),
  foreign key (enterprise_id, shipment_id, lot_id) references shipment_line,
  foreign key (enterprise_id, return_id) references customer_return,
  foreign key (enterprise_id, opened_by) references account,
  check ((state = 'closed') = (closed_at is not null))
);
call make_tenant_table('carrier_claim');
create index carrier_claim_by_time on carrier_claim (enterprise_id, opened_at, id);
create index carrier_claim_by_shipment on carrier_claim (enterprise_id, shipment_id);

-- What became of missing packs. A wrong answer stays, and another one takes it back.
create table claim_outcome (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  claim_id uuid not null,
  became text not null check (became in ('delivered', 'returning', 'lost')),
  packs integer not null check (packs <> 0),
  note text not null check (note <> ''),
  -- The return that was opened for what was found and comes back.
  return_id uuid,
  takes_back uuid,
  recorded_by uuid not null,
  second_by uuid,
  recorded_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, takes_back),
  foreign key (enterprise_id, claim_id) references carrier_claim,
  foreign key (enterprise_id, return_id) references customer_return,
  foreign key (enterprise_id, takes_back) references claim_outcome,
  foreign key (enterprise_id, recorded_by) references account,
  foreign key (enterprise_id, second_by) references account,
  check ((packs < 0) = (takes_back is not null) and (became = 'returning') = (return_id is not null)),
  constraint loss_by_two check ((became = 'lost') = (second_by is not null) and second_by <> recorded_by)
);
call make_evidence_table('claim_outcome');
create index claim_outcome_by_claim on claim_outcome (enterprise_id, claim_id);

-- Where packs are that left with a shipment. With the customer (or on the way to them) unless an entry says otherwise.
create table custody_entry (
  enterprise_id uuid not null,
  id bigint not null generated always as identity,
  shipment_id uuid not null,
  lot_id uuid not null,
  from_fate text not null check (from_fate in ('customer', 'returning', 'claimed', 'lost', 'returned')),
  to_fate text not null check (to_fate in ('customer', 'returning', 'claimed', 'lost', 'returned')),
  packs integer not null check (packs > 0),
  told_by text not null check (told_by in ('customer_return', 'carrier_claim')),
  document_id uuid not null,
  by_id uuid not null,
  at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, shipment_id, lot_id) references shipment_line,
  foreign key (enterprise_id, by_id) references account,
  check (from_fate <> to_fate)
);
call make_evidence_table('custody_entry');
create index custody_entry_by_line on custody_entry (enterprise_id, shipment_id, lot_id);
create index custody_entry_by_lot on custody_entry (enterprise_id, lot_id);
create index custody_entry_by_document on custody_entry (enterprise_id, document_id);
