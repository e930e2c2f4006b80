-- 退货给供应商 (domain §2.4, §2.11): what was rejected goes back to whom it was bought from. The warehouse proposes, the 质量负责人 agrees, two persons weigh
-- it out, and the supplier says that it came (decision 0074).
create table supplier_return (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  return_no text not null,
  lot_id uuid not null,
  supplier_id uuid not null,
  -- The bin of the 不合格区 that it lies in.
  place_id uuid not null,
  -- kg
  quantity numeric(14, 4) not null check (quantity > 0),
  reason text not null check (reason <> ''),
  state text not null check (state in ('proposed', 'approved', 'refused', 'cancelled', 'declined', 'sent', 'confirmed', 'back')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  opinion text check (opinion <> ''),
  -- Withdrawn, or the supplier does not take it: before it left.
  ended_by uuid,
  ended_at timestamptz,
  end_reason text check (end_reason <> ''),
  weighed numeric(14, 4) check (weighed > 0),
  -- kg that the book had and the scale did not, when the bin was emptied.
  missing numeric(14, 4) check (missing >= 0),
  sent_by uuid,
  checked_by uuid,
  sent_at timestamptz,
  carrier text check (carrier <> ''),
  -- What the supplier confirmed, as its own paper says.
  confirmed_by uuid,
  confirmed_at timestamptz,
  confirmed_on date,
  confirmed_quantity numeric(14, 4) check (confirmed_quantity > 0),
  confirmed_person text check (confirmed_person <> ''),
  confirmation_no text,
  difference_reason text,
  -- Who said last that a confirmation was written by mistake.
  unconfirmed_by uuid,
  unconfirmed_at timestamptz,
  unconfirm_reason text check (unconfirm_reason <> ''),
  -- The supplier did not take it in: it came back, or some of it, or none.
  back_by uuid,
  back_checked_by uuid,
  back_at timestamptz,
  back_place_id uuid,
  back_weight numeric(14, 4) check (back_weight >= 0),
  back_reason text check (back_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, return_no),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, supplier_id) references supplier,
  foreign key (enterprise_id, place_id) references place,
  foreign key (enterprise_id, back_place_id) references place,
  foreign key (enterprise_id, proposed_by) references account,
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  foreign key (enterprise_id, sent_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  foreign key (enterprise_id, confirmed_by) references account,
  foreign key (enterprise_id, unconfirmed_by) references account,
  foreign key (enterprise_id, back_by) references account,
  foreign key (enterprise_id, back_checked_by) references account,
  constraint supplier_return_by_two check (decided_by <> proposed_by),
  constraint supplier_return_checked_by_other check (checked_by <> sent_by and back_checked_by <> back_by),
  constraint supplier_return_sent_by_other check (sent_by <> decided_by and checked_by <> decided_by),
  check (num_nulls(decided_by, decided_at, opinion) in (0, 3)),
  check (num_nulls(ended_by, ended_at, end_reason) in (0, 3) and (state in ('cancelled', 'declined')) = (ended_at is not null)),
  check (num_nulls(sent_by, checked_by, sent_at, carrier, weighed, missing) in (0, 6) and (state in ('sent', 'confirmed', 'back')) = (sent_at is not null)),
  check (num_nulls(confirmed_by, confirmed_at, confirmed_on, confirmed_quantity, confirmed_person, confirmation_no, difference_reason) in (0, 7)
    and (state = 'confirmed') = (confirmed_at is not null)),
  check (num_nulls(unconfirmed_by, unconfirmed_at, unconfirm_reason) in (0, 3)),
  check (num_nulls(back_by, back_checked_by, back_at, back_weight, back_reason) in (0, 5) and (state = 'back') = (back_at is not null)
    and (back_place_id is not null) = coalesce(back_weight > 0, false)),
  check (state not in ('approved', 'refused', 'sent', 'confirmed', 'back') or decided_at is not null),
  check (state <> 'proposed' or decided_at is null)
);
call make_tenant_table('supplier_return');
create index supplier_return_by_time on supplier_return (enterprise_id, proposed_at, id);
create index supplier_return_by_state on supplier_return (enterprise_id, state, proposed_at);
create index supplier_return_by_supplier on supplier_return (enterprise_id, supplier_id, proposed_at);
-- Goods stand in one return at a time.
create unique index supplier_return_open on supplier_return (enterprise_id, lot_id, place_id) where state in ('proposed', 'approved');
