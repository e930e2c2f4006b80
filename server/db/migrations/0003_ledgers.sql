-- The ledgers: lots, stock, the graph of lots, what happened. Only added to; balances are kept in the same transaction.

-- A node of the trace: a raw lot (批, bought), a bulk batch (待包装产品, made), a finished lot (packed). What only one kind
-- has stands in its own table (raw_lot, slice_batch, pack_lot) under the same id.
create table lot (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('raw', 'auxiliary', 'bulk', 'finished')),
  lot_no text not null check (lot_no <> ''),
  -- The batch number printed on the label: of a packed lot its batch's, else the lot's own.
  batch_no text not null,
  -- Quality status, the first of the three axes (domain §2.0): shown as 待验/待放行, 检验中, 检验合格, 合格/可销售, 不合格, 待复验.
  state text not null default 'quarantine' check (state in ('quarantine', 'under_test', 'conforming', 'released', 'rejected', 'retest_due')),
  -- The second axis: how many holds are active. Kept by the trigger on hold.
  holds integer not null default 0 check (holds >= 0),
  material_id uuid,
  product_id uuid,
  pack_spec_id uuid,
  -- Snapshot of the name at birth.
  name text not null,
  initials text not null default '',
  -- kg at birth
  quantity numeric(14, 4) not null check (quantity > 0),
  -- 到货日期 of what was bought, 生产日期 (feeding date, I2) of what was made.
  born_on date not null,
  retest_on date,
  -- 保质期至, the last day.
  expires_on date,
  is_toxic boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, lot_no),
  foreign key (enterprise_id, material_id) references material,
  foreign key (enterprise_id, product_id) references product,
  foreign key (enterprise_id, pack_spec_id) references pack_spec,
  check (case when kind in ('raw', 'auxiliary') then material_id is not null and product_id is null and pack_spec_id is null
    when kind = 'bulk' then product_id is not null and pack_spec_id is null
    else product_id is not null and pack_spec_id is not null and expires_on is not null end),
  -- conforming is a bulk batch's word: it may be packed, never sold (domain §2.0).
  check (case state when 'conforming' then kind = 'bulk' when 'released' then kind <> 'bulk' else true end)
);
create index lot_by_kind_state on lot (enterprise_id, kind, state, id);
create index lot_by_birth on lot (enterprise_id, kind, born_on desc, id);
create index lot_by_initials on lot (enterprise_id, kind, initials text_pattern_ops);
create index lot_by_batch on lot (enterprise_id, batch_no);
create index lot_by_material on lot (enterprise_id, material_id, state) where material_id is not null;
create index lot_by_product on lot (enterprise_id, product_id, state) where product_id is not null;

-- 冻结: any active hold blocks movement, except sampling, transfer to isolation and destruction.
create table hold (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  kind text not null check (kind in ('freeze', 'deviation', 'oos', 'doc_missing', 'complaint', 'recall', 'regulator')),
  reason text not null check (reason <> ''),
  placed_by uuid not null,
  placed_at timestamptz not null default now(),
  lifted_by uuid,
  lifted_at timestamptz,
  conclusion text,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, placed_by) references account,
  foreign key (enterprise_id, lifted_by) references account,
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (conclusion is null))
);
create index hold_by_lot on hold (enterprise_id, lot_id);

create function count_holds() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.lifted_at is not null then
    raise exception 'a lifted hold is not changed' using errcode = 'BC002';
  end if;
  update lot set holds = holds + case when tg_op = 'INSERT' then 1 when new.lifted_at is not null then -1 else 0 end
  where enterprise_id = new.enterprise_id and id = new.lot_id and (tg_op = 'INSERT' or new.lifted_at is not null);
  return null;
end $$;
create trigger counted after insert or update on hold for each row execute function count_holds();

-- ── Stock: double entry ──────────────────────────────────────────────────────────────────────────────────────────────

create table stock_entry (
  enterprise_id uuid not null,
  id bigint not null generated always as identity,
  lot_id uuid not null,
  from_place_id uuid not null,
  to_place_id uuid not null,
  -- kg
  quantity numeric(14, 4) not null check (quantity > 0),
  kind text not null check (kind in ('receipt', 'sample', 'retention', 'issue', 'return_from_production', 'transfer', 'supplier_return',
    'destroy', 'gain', 'shortage', 'production_input', 'production_output', 'pack_input', 'pack_output', 'pack_loss', 'process_loss', 'ship', 'sales_return', 'reversal')),
  document_kind text not null,
  document_id uuid not null,
  document_no text not null,
  reason text not null default '',
  reverses bigint,
  by_id uuid not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, from_place_id) references place,
  foreign key (enterprise_id, to_place_id) references place,
  foreign key (enterprise_id, reverses) references stock_entry,
  foreign key (enterprise_id, by_id) references account,
  check (from_place_id <> to_place_id),
  check ((kind = 'reversal') = (reverses is not null))
);
create index stock_entry_by_lot on stock_entry (enterprise_id, lot_id, id);
create index stock_entry_by_document on stock_entry (enterprise_id, document_id);
create unique index reversed_once on stock_entry (enterprise_id, reverses) where reverses is not null;

-- Sum of the entries per lot and place, kept by the trigger below and by nothing else.
create table stock_balance (
  enterprise_id uuid not null,
  lot_id uuid not null,
  place_id uuid not null,
  is_real boolean not null,
  quantity numeric(14, 4) not null,
  primary key (enterprise_id, lot_id, place_id),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, place_id, is_real) references place (enterprise_id, id, is_real),
  constraint no_negative_stock check (quantity >= 0 or not is_real)
) with (fillfactor = 70);
create index stock_balance_by_place on stock_balance (enterprise_id, place_id) where quantity <> 0;

-- I3 and the holds, where nobody can pass them by: read again at the moment of the entry, inside the transaction.
-- The message is the refusal code of the contract.
create function guard_stock_entry() returns trigger language plpgsql as $$
declare
  subject lot;
begin
  select * into strict subject from lot where enterprise_id = new.enterprise_id and id = new.lot_id for update;
  if subject.holds > 0 and new.kind not in ('sample', 'retention', 'transfer', 'destroy', 'sales_return', 'return_from_production') then
    raise exception 'lot_held' using errcode = 'BC001';
  end if;
  if new.kind in ('issue', 'ship') and subject.state <> 'released' or new.kind = 'pack_input' and subject.state <> 'conforming' then
    raise exception 'lot_not_released' using errcode = 'BC001';
  end if;
  -- On the retest day itself the lot is due; 保质期至 names the last good day.
  if new.kind in ('issue', 'ship', 'pack_input') and (subject.retest_on <= today() or subject.expires_on < today()) then
    raise exception 'lot_expired' using errcode = 'BC001';
  end if;
  return new;
end $$;
create trigger guarded before insert on stock_entry for each row execute function guard_stock_entry();

create function keep_balance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Both rows in one statement and always in the order of their places, so that two transactions never wait for each other.
  insert into stock_balance as b (enterprise_id, lot_id, place_id, is_real, quantity)
  select new.enterprise_id, new.lot_id, place.id, place.is_real, 0
  from place where enterprise_id = new.enterprise_id and id in (new.from_place_id, new.to_place_id) order by id
  on conflict (enterprise_id, lot_id, place_id) do nothing;
  update stock_balance set quantity = quantity + case when place_id = new.to_place_id then new.quantity else -new.quantity end
  where enterprise_id = new.enterprise_id and lot_id = new.lot_id and place_id in (new.from_place_id, new.to_place_id);
  return null;
end $$;
create trigger balanced after insert on stock_entry for each row execute function keep_balance();

-- 预留: a quantity of a lot spoken for by an order that has not taken it yet.
create table lot_reservation (
  enterprise_id uuid not null,
  lot_id uuid not null,
  document_kind text not null,
  document_id uuid not null,
  -- kg spoken for; zero once used or given back
  quantity numeric(14, 4) not null check (quantity >= 0),
  primary key (enterprise_id, lot_id, document_id),
  foreign key (enterprise_id, lot_id) references lot
);
create index lot_reservation_by_document on lot_reservation (enterprise_id, document_id);

-- ── The graph of lots ────────────────────────────────────────────────────────────────────────────────────────────────

-- `quantity` kg of `from_lot` went into `to_lot`; `share` is its part of everything that went in. Written at the moment of use.
create table lot_edge (
  enterprise_id uuid not null,
  id bigint not null generated always as identity,
  from_lot_id uuid not null,
  to_lot_id uuid not null,
  step text not null check (step in ('production', 'packaging', 'rework')),
  role text not null default 'main' check (role in ('main', 'auxiliary')),
  quantity numeric(14, 4) not null check (quantity > 0),
  share numeric(9, 6) not null check (share > 0 and share <= 1),
  document_id uuid not null,
  document_no text not null,
  recorded_at timestamptz not null default now(),
  primary key (enterprise_id, from_lot_id, to_lot_id, id),
  foreign key (enterprise_id, from_lot_id) references lot,
  foreign key (enterprise_id, to_lot_id) references lot,
  check (from_lot_id <> to_lot_id)
);
create index lot_edge_backward on lot_edge (enterprise_id, to_lot_id, from_lot_id) include (quantity, share);

-- ── What happened ────────────────────────────────────────────────────────────────────────────────────────────────────

create table trace_event (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  kind text not null,
  -- When it happened, and when it was written down.
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  place text not null default '',
  by_id uuid not null,
  document_no text not null default '',
  -- What anybody may read on the public page, and what only the enterprise may.
  public_facts jsonb not null default '{}' check (jsonb_typeof(public_facts) = 'object'),
  private_facts jsonb not null default '{}' check (jsonb_typeof(private_facts) = 'object'),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, by_id) references account
);
create index trace_event_by_lot on trace_event (enterprise_id, lot_id, occurred_at, id);

call make_tenant_table('lot');
call make_tenant_table('hold');
call make_evidence_table('stock_entry');
call make_tenant_table('stock_balance', 'lot_id', 'place_id');
call make_tenant_table('lot_reservation', 'lot_id', 'document_id');
call make_evidence_table('lot_edge', 'from_lot_id', 'to_lot_id', 'id');
call make_evidence_table('trace_event');

-- The balance has one writer. It is not audited: its entries are.
revoke insert, update on stock_balance from bencao_app;
drop trigger audited on stock_balance;
