-- 月度台账 (decision 0075): what a month brought to a lot and took from it, kept beside the balances so that a month is read without its entries.
create table lot_month (
  enterprise_id uuid not null,
  lot_id uuid not null,
  month date not null check (extract(day from month) = 1),
  -- The reason for which it moved, as the entries name it.
  kind text not null,
  brought numeric(18, 4) not null check (brought >= 0),
  taken numeric(18, 4) not null check (taken >= 0),
  primary key (enterprise_id, lot_id, month, kind),
  foreign key (enterprise_id, lot_id) references lot
) with (fillfactor = 70);
call make_tenant_table('lot_month', 'lot_id', 'month', 'kind');
drop trigger audited on lot_month;
revoke insert, update on lot_month from bencao_app;
create index lot_month_by_month on lot_month (enterprise_id, month, lot_id);
-- What was there before is counted by the definitions, which run after this.

-- A month of a class as two persons signed it. What is booked into it later makes another version.
create table stock_ledger (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  ledger_no text not null,
  goods_class text not null check (goods_class in ('raw', 'auxiliary', 'bulk', 'pack', 'toxic')),
  month date not null check (extract(day from month) = 1),
  version integer not null check (version > 0),
  -- The lots, and of toxic goods each entry with its two persons, as the database itself counted them when it was signed.
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  entries jsonb not null default '[]' check (jsonb_typeof(entries) = 'array'),
  opening numeric(18, 4) not null default 0,
  brought numeric(18, 4) not null default 0,
  taken numeric(18, 4) not null default 0,
  closing numeric(18, 4) not null default 0,
  reason text not null default '',
  signed_by uuid not null,
  checked_by uuid not null,
  signed_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, ledger_no),
  unique (enterprise_id, goods_class, month, version),
  foreign key (enterprise_id, signed_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  constraint stock_ledger_by_two check (checked_by <> signed_by),
  constraint stock_ledger_closes check (opening + brought - taken = closing),
  constraint stock_ledger_again_explained check (version = 1 or reason <> '')
);
call make_evidence_table('stock_ledger');

-- Toxic goods are moved by two (domain §3.8).
alter table stock_transfer
  add column checked_by uuid,
  add foreign key (enterprise_id, checked_by) references account,
  add constraint stock_transfer_by_two check (checked_by <> moved_by);
