-- 处置与销毁 (domain §2.4, §2.11): goods and codes leave the house for good. The warehouse proposes, the 质量负责人 decides, and it is carried out before a
-- witness who is neither (decision 0066).
create table disposal_case (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  disposal_no text not null,
  ground text not null check (ground in ('rejected', 'expired', 'returned', 'damaged')),
  reason text not null check (reason <> ''),
  disposal_method text not null check (disposal_method in ('burn', 'crush', 'chemical', 'contractor')),
  state text not null check (state in ('proposed', 'approved', 'reported', 'refused', 'cancelled', 'done')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  opinion text check (opinion <> ''),
  -- Another weight was found when it was to be carried out: it is decided about once more.
  found_by uuid,
  found_at timestamptz,
  found_reason text check (found_reason <> ''),
  redecided_by uuid,
  redecided_at timestamptz,
  second_opinion text check (second_opinion <> ''),
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason <> ''),
  carried_by uuid,
  witness_id uuid,
  carried_at timestamptz,
  carrier text check (carrier <> ''),
  certificate_no text check (certificate_no <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, disposal_no),
  foreign key (enterprise_id, proposed_by) references account,
  foreign key (enterprise_id, found_by) references account,
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, redecided_by) references account,
  foreign key (enterprise_id, cancelled_by) references account,
  foreign key (enterprise_id, carried_by) references account,
  foreign key (enterprise_id, witness_id) references account,
  constraint disposal_by_two check (decided_by <> proposed_by and redecided_by <> proposed_by and redecided_by <> found_by),
  constraint disposal_carried_by_other check (carried_by <> decided_by and carried_by is distinct from redecided_by or carried_by is null),
  constraint disposal_witness_is_other check (witness_id <> proposed_by and witness_id <> decided_by and witness_id <> carried_by and witness_id is distinct from redecided_by
    or witness_id is null),
  check (num_nulls(found_by, found_at, found_reason) in (0, 3)),
  check (num_nulls(decided_by, decided_at, opinion) in (0, 3)),
  check (num_nulls(redecided_by, redecided_at, second_opinion) in (0, 3) and (redecided_at is null or found_at is not null)),
  check (state not in ('approved', 'reported', 'refused', 'done') or decided_at is not null),
  check (state <> 'proposed' or decided_at is null),
  check (found_at is null or decided_at is not null),
  check (state not in ('approved', 'done') or found_at is null or redecided_at is not null),
  check (num_nulls(cancelled_by, cancelled_at, cancel_reason) in (0, 3) and (state = 'cancelled') = (cancelled_at is not null)),
  check (num_nulls(carried_by, witness_id, carried_at, carrier) in (0, 4) and (state = 'done') = (carried_at is not null)),
  check (certificate_no is null or carried_at is not null)
);
call make_tenant_table('disposal_case');
create index disposal_case_by_time on disposal_case (enterprise_id, proposed_at, id);
create index disposal_case_by_state on disposal_case (enterprise_id, state, proposed_at);

-- What of which lot, out of which bin.
create table disposal_line (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  lot_id uuid not null,
  place_id uuid not null,
  quantity numeric(14, 4) not null check (quantity > 0),
  -- Of pack lots: how many packs that is.
  packs integer check (packs > 0),
  -- kg that were found when it was to be carried out, and that were weighed when it was.
  found numeric(14, 4) check (found > 0),
  weighed numeric(14, 4) check (weighed > 0),
  is_open boolean not null default true,
  primary key (enterprise_id, id),
  unique (enterprise_id, case_id, lot_id, place_id),
  foreign key (enterprise_id, case_id) references disposal_case,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, place_id) references place
);
call make_tenant_table('disposal_line');
-- Goods stand in one case at a time.
create unique index disposal_line_open on disposal_line (enterprise_id, lot_id, place_id) where is_open;

-- The codes of the packs that are to be destroyed.
create table disposal_code (
  enterprise_id uuid not null,
  case_id uuid not null,
  lot_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  primary key (enterprise_id, case_id, range_id, first_index),
  foreign key (enterprise_id, case_id) references disposal_case,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, range_id) references code_range,
  check (last_index >= first_index)
);
call make_evidence_table('disposal_code', 'case_id', 'range_id', 'first_index');
