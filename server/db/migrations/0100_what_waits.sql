-- What waits for a person, kept in the transaction that makes it wait, so that a home page reads the few rows it shows (decision 0048).
create table waiting (
  enterprise_id uuid not null references enterprise,
  -- The document or the lot whose change renews the row, and the row of the list it is found in; mostly the same.
  about uuid not null,
  -- The life and the state, in the words of the contract.
  life text not null,
  id uuid not null,
  state text not null,
  since timestamptz not null,
  -- The last moment that the record itself gives, and the earlier of it and what the enterprise's own limit gives.
  ends timestamptz,
  due timestamptz,
  -- What the rules of the next step ask about; null where that changes while the state does not, and is read with the document.
  standing jsonb,
  primary key (enterprise_id, about, life, id)
) with (fillfactor = 80);
call make_tenant_table('waiting', 'about', 'life', 'id');
drop trigger audited on waiting;
revoke insert, update on waiting from bencao_app;
create index waiting_by_age on waiting (enterprise_id, life, state, since, id);
create index waiting_by_due on waiting (enterprise_id, life, state, due, id) where due is not null;

-- The lots of which something lies in a bin, with what the figures ask of them. A lot that is sold out is none of them.
create table lot_at_hand (
  enterprise_id uuid not null,
  lot_id uuid not null,
  kind text not null,
  state text not null,
  is_held boolean not null,
  retest_on date,
  expires_on date,
  primary key (enterprise_id, lot_id),
  foreign key (enterprise_id, lot_id) references lot (enterprise_id, id)
) with (fillfactor = 80);
call make_tenant_table('lot_at_hand', 'lot_id');
drop trigger audited on lot_at_hand;
revoke insert, update on lot_at_hand from bencao_app;
create index lot_at_hand_by_state on lot_at_hand (enterprise_id, kind, state);
create index lot_at_hand_by_retest on lot_at_hand (enterprise_id, kind, retest_on) where retest_on is not null;
create index lot_at_hand_by_expiry on lot_at_hand (enterprise_id, kind, expires_on) where expires_on is not null;
create index lot_at_hand_held on lot_at_hand (enterprise_id, kind) where is_held;

-- What was made, shipped and yielded in a month. Rows are only added, so that no two who work at once wait for each other; the calendar folds those of
-- one month and key into one.
create table month_tally (
  enterprise_id uuid not null references enterprise,
  series text not null,
  -- The first day of the month, and for yields the product.
  month date not null,
  key text not null default '',
  count integer not null,
  total numeric(20, 4) not null,
  lowest numeric(14, 4),
  highest numeric(14, 4)
);
call make_tenant_table('month_tally', 'series', 'month', 'key');
drop trigger audited on month_tally;
revoke insert, update on month_tally from bencao_app;
create index month_tally_by_month on month_tally (enterprise_id, series, month);
