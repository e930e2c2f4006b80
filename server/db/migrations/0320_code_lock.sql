-- 监管锁定单码 (decision 0082): the authority locks single packs; their neighbours may be sold.
create table code_lock (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  -- The notice of the authority.
  authority_no text not null check (authority_no <> ''),
  reason text not null check (reason <> ''),
  placed_by uuid not null,
  placed_at timestamptz not null,
  lifted_by uuid,
  lift_second_by uuid,
  lifted_at timestamptz,
  -- What allows it, and what that rests on.
  conclusion text check (conclusion <> ''),
  lift_evidence text check (lift_evidence <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, placed_by) references account,
  foreign key (enterprise_id, lifted_by) references account,
  foreign key (enterprise_id, lift_second_by) references account,
  constraint code_lock_lifted_by_two check (lift_second_by <> lifted_by),
  check (num_nulls(lifted_by, lift_second_by, lifted_at, conclusion, lift_evidence) in (0, 5))
);
call make_tenant_table('code_lock');

-- The packs that it locks: those of a box are written one by one, so that each stays locked wherever it goes.
create table code_lock_run (
  enterprise_id uuid not null,
  lock_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null check (last_index >= first_index),
  lot_id uuid not null,
  primary key (enterprise_id, lock_id, range_id, first_index),
  foreign key (enterprise_id, lock_id) references code_lock,
  foreign key (enterprise_id, range_id) references code_range,
  foreign key (enterprise_id, lot_id) references lot
);
call make_evidence_table('code_lock_run', 'lock_id', 'range_id', 'first_index');
create index code_lock_run_by_range on code_lock_run (enterprise_id, range_id, first_index);
