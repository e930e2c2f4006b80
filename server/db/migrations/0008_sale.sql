-- 销售运输 (110): order, allocation, picking, shipment. What left, to whom, in which codes: the basis of every recall (I15).

-- An order's address is one of that customer's licence addresses, which the database itself sees to.
alter table customer_address add unique (enterprise_id, customer_id, id);

create table sales_order (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  order_no text not null,
  state text not null default 'draft'
    check (state in ('draft', 'submitted', 'approved', 'allocated', 'picked', 'checked', 'shipped', 'delivered', 'cancelled')),
  customer_id uuid not null,
  address_id uuid not null,
  remark text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  submitted_by uuid,
  submitted_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  allocated_by uuid,
  allocated_at timestamptz,
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancel_reason text,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, order_no),
  foreign key (enterprise_id, customer_id) references customer,
  foreign key (enterprise_id, customer_id, address_id) references customer_address (enterprise_id, customer_id, id),
  foreign key (enterprise_id, created_by) references account,
  foreign key (enterprise_id, submitted_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, allocated_by) references account,
  foreign key (enterprise_id, cancelled_by) references account,
  constraint sale_author_does_not_approve check (approved_by not in (created_by, submitted_by)),
  check (state in ('draft', 'submitted', 'cancelled') or (submitted_by is not null and approved_by is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null and cancelled_by is not null and cancel_reason is not null))
);
create index sales_order_by_state on sales_order (enterprise_id, state, created_at desc);
create index sales_order_by_age on sales_order (enterprise_id, created_at desc, id);
create index sales_order_by_customer on sales_order (enterprise_id, customer_id, created_at desc);

create table sales_line (
  enterprise_id uuid not null,
  order_id uuid not null,
  line integer not null check (line >= 1),
  pack_spec_id uuid not null,
  packs integer not null check (packs > 0),
  primary key (enterprise_id, order_id, line),
  unique (enterprise_id, order_id, pack_spec_id),
  foreign key (enterprise_id, order_id) references sales_order,
  foreign key (enterprise_id, pack_spec_id) references pack_spec
);

-- Which lot gives how many packs for which line, first expiry first out.
create table sales_allocation (
  enterprise_id uuid not null,
  order_id uuid not null,
  lot_id uuid not null,
  line integer not null,
  packs integer not null check (packs > 0),
  -- kg, as reserved
  quantity numeric(14, 4) not null check (quantity > 0),
  primary key (enterprise_id, order_id, lot_id),
  foreign key (enterprise_id, order_id, line) references sales_line,
  foreign key (enterprise_id, lot_id) references lot
);
create index sales_allocation_by_lot on sales_allocation (enterprise_id, lot_id);

-- 拣货单与出库复核记录: one person takes the goods, another counts them. When goods are given back the picking stays as void.
create table picking (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  state text not null default 'picked' check (state in ('picked', 'checked', 'void')),
  packs integer not null check (packs > 0),
  -- What was signed for: [{ lotNo, packs, codes: [first, last] }]
  content jsonb not null check (jsonb_typeof(content) = 'array'),
  picked_by uuid not null,
  picked_at timestamptz not null default now(),
  checked_by uuid,
  checked_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, order_id) references sales_order,
  foreign key (enterprise_id, picked_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  constraint picker_does_not_check check (checked_by <> picked_by),
  check ((checked_at is null) = (checked_by is null)),
  check (state <> 'checked' or checked_by is not null)
);
create unique index one_open_picking on picking (enterprise_id, order_id) where state <> 'void';

-- The codes of a picking, box by box and pack by pack, as intervals of their ranges. While open they are spoken for: nobody
-- else can pick them. Shipped or given back, they are closed.
create table picking_code (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  picking_id uuid not null,
  lot_id uuid not null,
  range_id uuid not null,
  -- 1 pack, 3 box; the packs in a box have their own entry.
  level smallint not null,
  first_index bigint not null,
  last_index bigint not null check (last_index >= first_index),
  is_open boolean not null default true,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, picking_id) references picking,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, range_id, level) references code_range (enterprise_id, id, level),
  constraint code_picked_once exclude using gist (enterprise_id with =, range_id with =, int8range(first_index, last_index, '[]') with &&) where (is_open)
);
create index picking_code_by_picking on picking_code (enterprise_id, picking_id, lot_id, level, first_index);
create index picking_code_by_lot on picking_code (enterprise_id, lot_id);

-- 出库单 / 随货同行单 and the transport of it: the distribution record (GMP 第二百九十五条). Written once when the goods leave,
-- as things stood then; only the delivery is added later.
create table shipment (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  shipment_no text not null,
  order_id uuid not null,
  order_no text not null,
  picking_id uuid not null,
  state text not null default 'shipped' check (state in ('shipped', 'delivered')),
  customer_id uuid not null,
  customer_name text not null,
  licence_no text not null,
  licence_valid_until date not null,
  province text not null,
  city text not null,
  address text not null,
  contact text not null,
  phone text not null,
  packs integer not null check (packs > 0),
  -- kg
  quantity numeric(14, 4) not null check (quantity > 0),
  transport_mode text not null,
  carrier text not null,
  vehicle_no text not null,
  driver text not null,
  driver_phone text not null,
  temperature text not null default '',
  departed_at timestamptz not null,
  shipped_by uuid not null,
  shipped_at timestamptz not null default now(),
  -- 签收
  receiver text,
  arrived_at timestamptz,
  exception text,
  exception_note text,
  delivered_by uuid,
  delivered_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, shipment_no),
  unique (enterprise_id, order_id),
  foreign key (enterprise_id, order_id) references sales_order,
  foreign key (enterprise_id, picking_id) references picking,
  foreign key (enterprise_id, customer_id) references customer,
  foreign key (enterprise_id, shipped_by) references account,
  foreign key (enterprise_id, delivered_by) references account,
  check ((state = 'delivered') = (delivered_at is not null)),
  check ((delivered_at is null) = (arrived_at is null) and (delivered_at is null) = (receiver is null) and (delivered_at is null) = (delivered_by is null)),
  check (arrived_at >= departed_at)
);
create index shipment_by_picking on shipment (enterprise_id, picking_id);
create index shipment_by_customer on shipment (enterprise_id, customer_id, departed_at desc);

create table shipment_line (
  enterprise_id uuid not null,
  shipment_id uuid not null,
  lot_id uuid not null,
  pack_spec_id uuid not null,
  packs integer not null check (packs > 0),
  -- kg
  quantity numeric(14, 4) not null check (quantity > 0),
  primary key (enterprise_id, shipment_id, lot_id),
  foreign key (enterprise_id, shipment_id) references shipment,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, pack_spec_id) references pack_spec
);
create index shipment_line_by_lot on shipment_line (enterprise_id, lot_id, shipment_id) include (packs, quantity);

call make_tenant_table('sales_order');
call make_tenant_table('sales_line', 'order_id', 'line');
call make_tenant_table('sales_allocation', 'order_id', 'lot_id');
call make_tenant_table('picking');
call make_tenant_table('picking_code');
call make_tenant_table('shipment');
call make_evidence_table('shipment_line', 'shipment_id', 'lot_id');
-- A draft's lines are written anew when it is edited; an allocation goes when the goods go back.
grant delete on sales_line, sales_allocation to bencao_app;

-- What left is not rewritten: of a shipment only its delivery is added, once.
create function keep_shipment() returns trigger language plpgsql as $$
declare
  delivery text[] := array['state', 'receiver', 'arrived_at', 'exception', 'exception_note', 'delivered_by', 'delivered_at', 'row_version'];
begin
  if tg_op = 'DELETE' or old.state = 'delivered' or to_jsonb(new) - delivery <> to_jsonb(old) - delivery then
    raise exception 'a shipment is evidence: only its delivery is added' using errcode = 'BC002';
  end if;
  return new;
end $$;
create trigger kept before update or delete on shipment for each row execute function keep_shipment();

-- Searching the history by a document's number.
create index trace_event_by_document on trace_event (enterprise_id, document_no) where document_no <> '';

-- Every document that says something about a lot: what the history lists, and whose signatures it shows.
create view lot_document with (security_invoker = true) as
  select raw.enterprise_id, raw.id as lot_id, 'purchase_order' as kind, o.id, o.order_no as no, o.created_at as at
    from raw_lot raw join purchase_order o on o.enterprise_id = raw.enterprise_id and o.id = raw.order_id
  union all select raw.enterprise_id, raw.id, 'receipt', r.id, r.receipt_no, r.recorded_at
    from raw_lot raw join receipt r on r.enterprise_id = raw.enterprise_id and r.id = raw.receipt_id
  union all select enterprise_id, lot_id, 'inspection', id, request_no, requested_at from inspection
  union all select i.enterprise_id, i.lot_id, 'sampling', s.id, s.sampling_no, s.sampled_at
    from inspection i join sampling s on s.enterprise_id = i.enterprise_id and s.inspection_id = i.id
  union all select i.enterprise_id, i.lot_id, 'test_record', t.id, i.request_no, t.submitted_at
    from inspection i join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id
  union all select enterprise_id, lot_id, 'report', id, report_no, approved_at from report
  union all select enterprise_id, lot_id, 'release_decision', id, release_no, decided_at from release_decision
  union all select b.enterprise_id, b.id, 'production_order', o.id, o.order_no, o.created_at
    from slice_batch b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id
  union all select b.enterprise_id, b.id, 'production_issue', i.id, i.issue_no, i.issued_at
    from slice_batch b join production_issue i on i.enterprise_id = b.enterprise_id and i.order_id = b.order_id
  union all select b.enterprise_id, b.id, 'production_step', s.id, concat(s.step_no, ' ', s.name), s.started_at
    from slice_batch b join production_step s on s.enterprise_id = b.enterprise_id and s.order_id = b.order_id
  union all select p.enterprise_id, p.id, 'packaging_order', o.id, o.order_no, o.created_at
    from pack_lot p join packaging_order o on o.enterprise_id = p.enterprise_id and o.id = p.packaging_order_id
  union all select p.enterprise_id, p.lot_id, 'packaging_record', p.id, o.order_no, p.recorded_at
    from packaging_record p join packaging_order o on o.enterprise_id = p.enterprise_id and o.id = p.packaging_order_id
  union all select enterprise_id, lot_id, 'finished_release', id, release_no, decided_at from finished_release
  union all select l.enterprise_id, l.lot_id, 'picking', s.picking_id, o.order_no, s.shipped_at
    from shipment_line l join shipment s on s.enterprise_id = l.enterprise_id and s.id = l.shipment_id join sales_order o on o.enterprise_id = s.enterprise_id and o.id = s.order_id
  union all select l.enterprise_id, l.lot_id, 'shipment', s.id, s.shipment_no, s.shipped_at
    from shipment_line l join shipment s on s.enterprise_id = l.enterprise_id and s.id = l.shipment_id;
grant select on lot_document to bencao_app;
