-- 盘点 (domain §2.4): counted blind, counted again by another beyond the tolerance, and put right by signatures (decision 0066).
alter table code_span drop constraint code_span_state_check;
alter table code_span add constraint code_span_state_check
  check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'sampled', 'voided', 'destroyed', 'missing'));
alter table code_event drop constraint code_event_state_check;
alter table code_event add constraint code_event_state_check
  check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'sampled', 'voided', 'destroyed', 'missing'));

-- 盘点允差: by how many percent of the book a count of loose goods may differ without a case. The latest of a class holds; packs are counted by their codes and
-- differ by none.
create table count_tolerance (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  goods_class text not null check (goods_class in ('raw', 'auxiliary', 'bulk', 'toxic')),
  percent numeric(5, 2) not null check (percent between 0 and 10),
  reason text not null check (reason <> ''),
  set_by uuid not null,
  approved_by uuid not null,
  set_at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, set_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint count_tolerance_by_two check (approved_by <> set_by)
);
call make_evidence_table('count_tolerance');
create index count_tolerance_latest on count_tolerance (enterprise_id, goods_class, id);

create table stocktake (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  count_no text not null,
  scope text not null check (scope in ('room', 'herb', 'class', 'cycle')),
  subject text not null check (subject <> ''),
  state text not null check (state in ('counting', 'settled', 'cancelled')),
  planned_by uuid not null,
  planned_at timestamptz not null,
  settled_by uuid,
  approver_id uuid,
  settled_at timestamptz,
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, count_no),
  foreign key (enterprise_id, planned_by) references account,
  foreign key (enterprise_id, settled_by) references account,
  foreign key (enterprise_id, approver_id) references account,
  foreign key (enterprise_id, cancelled_by) references account,
  constraint stocktake_by_two check (approver_id <> settled_by),
  check (num_nulls(settled_by, approver_id, settled_at) in (0, 3) and (state = 'settled') = (settled_at is not null)),
  check (num_nulls(cancelled_by, cancelled_at, cancel_reason) in (0, 3) and (state = 'cancelled') = (cancelled_at is not null))
);
call make_tenant_table('stocktake');
create index stocktake_by_time on stocktake (enterprise_id, planned_at, id);

-- What is to be counted: a lot in a bin.
create table stocktake_line (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  stocktake_id uuid not null,
  lot_id uuid not null,
  place_id uuid not null,
  state text not null check (state in ('open', 'recount', 'even', 'within', 'beyond', 'adjusted', 'ended')),
  -- kg more (or less) than the book said when it was counted last; of pack lots packs as well.
  difference numeric(14, 4),
  packs_apart integer,
  cause text check (cause in ('moisture', 'scale', 'handling', 'damage', 'unknown')),
  note text check (note <> ''),
  -- The case of a difference beyond the tolerance: the goods are held until two persons have decided.
  hold_id uuid,
  primary key (enterprise_id, id),
  unique (enterprise_id, stocktake_id, lot_id, place_id),
  foreign key (enterprise_id, stocktake_id) references stocktake,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, place_id) references place,
  foreign key (enterprise_id, hold_id) references hold,
  check (state <> 'beyond' or hold_id is not null),
  check (state not in ('even', 'within', 'beyond', 'adjusted') or difference is not null)
);
call make_tenant_table('stocktake_line');
-- Goods stand in one count at a time.
create unique index stocktake_line_open on stocktake_line (enterprise_id, lot_id, place_id) where state in ('open', 'recount', 'even', 'within', 'beyond');
create index stocktake_line_by_hold on stocktake_line (enterprise_id, hold_id) where hold_id is not null;

-- One count of one line: what was found, and what the book said in the same moment. The counter saw the first only.
create table stocktake_tally (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  line_id uuid not null,
  round integer not null check (round > 0),
  counted numeric(14, 4) not null check (counted >= 0),
  book numeric(14, 4) not null check (book >= 0),
  counted_by uuid not null,
  -- The second counter, for toxic goods.
  second_id uuid,
  counted_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, line_id, round),
  foreign key (enterprise_id, line_id) references stocktake_line,
  foreign key (enterprise_id, counted_by) references account,
  foreign key (enterprise_id, second_id) references account,
  constraint stocktake_second_is_other check (second_id <> counted_by)
);
call make_evidence_table('stocktake_tally');

-- The packs that were scanned.
create table stocktake_code (
  enterprise_id uuid not null,
  tally_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  primary key (enterprise_id, tally_id, range_id, first_index),
  foreign key (enterprise_id, tally_id) references stocktake_tally,
  foreign key (enterprise_id, range_id) references code_range,
  check (last_index >= first_index)
);
call make_evidence_table('stocktake_code', 'tally_id', 'range_id', 'first_index');

-- What two persons decided about a difference beyond the tolerance: the stock is put right, or it is counted once more.
create table stocktake_decision (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  line_id uuid not null,
  -- The count that it is about.
  round integer not null,
  remedy text not null check (remedy in ('adjust', 'recount')),
  cause text not null check (cause in ('moisture', 'scale', 'handling', 'damage', 'unknown')),
  note text not null check (note <> ''),
  decided_by uuid not null,
  approved_by uuid not null,
  decided_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, line_id, round),
  foreign key (enterprise_id, line_id, round) references stocktake_tally (enterprise_id, line_id, round),
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint stocktake_decision_by_two check (approved_by <> decided_by)
);
call make_evidence_table('stocktake_decision');
