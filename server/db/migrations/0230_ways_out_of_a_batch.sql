-- A batch that is ended before its time, and one that waits: what became of its goods (decision 0067).

-- 终止: what was fed and did not go back is weighed. What is left is a lot that is never used; null when nothing is left.
create table production_ending (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  lot_id uuid,
  -- kg: main herb and auxiliaries that did not go back, water taken up, losses that the steps recorded, what is left, and what is neither.
  charged numeric(14, 4) not null check (charged >= 0),
  water numeric(14, 4) not null check (water >= 0),
  losses numeric(18, 4) not null check (losses >= 0),
  remains numeric(14, 4) not null check (remains >= 0),
  scattered numeric(18, 4) not null,
  clearance jsonb not null,
  cleared_until date not null,
  ended_by uuid not null,
  ended_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, order_id),
  unique (enterprise_id, lot_id),
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, ended_by) references account,
  constraint ending_closes check (charged + water = losses + remains + scattered),
  constraint ending_from_nothing check (remains <= (charged + water) * 1.02),
  check ((remains > 0) = (lot_id is not null))
);
call make_evidence_table('production_ending');

-- 暂停: how the goods were kept while nobody worked on them, and how they were found again.
create table production_pause (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  reason text not null check (reason <> ''),
  kept text not null check (kept <> ''),
  paused_by uuid not null,
  paused_at timestamptz not null,
  found text check (found <> ''),
  resumed_by uuid,
  resumed_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, paused_by) references account,
  foreign key (enterprise_id, resumed_by) references account,
  check (num_nulls(found, resumed_by, resumed_at) in (0, 3)),
  check (resumed_at >= paused_at)
);
call make_tenant_table('production_pause');
create unique index production_one_pause on production_pause (enterprise_id, order_id) where resumed_at is null;
create index production_pause_by_order on production_pause (enterprise_id, order_id, id);

drop trigger if exists terminated_for_cause on production_order;

-- 存放时限 that passed between two steps is a deviation of its own.
alter table production_deviation drop constraint production_deviation_kind_check;
alter table production_deviation add constraint production_deviation_kind_check
  check (kind in ('parameter', 'yield', 'balance', 'gain', 'event', 'hold_time'));
