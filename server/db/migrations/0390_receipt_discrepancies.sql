-- 到货差异 (domain §2.1): what a line at the door was not as the delivery note said, or was turned away for, until its end with the supplier (decision 0091).
create table receipt_discrepancy (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  discrepancy_no text not null,
  receipt_id uuid not null,
  order_id uuid not null,
  supplier_id uuid not null,
  purchase_line_id uuid not null,
  -- The line of the receipt that came in, or the line that was turned away.
  door_line integer,
  refused_line integer,
  kinds text[] not null check (cardinality(kinds) > 0
    and kinds <@ array['short', 'over', 'package', 'label', 'appearance', 'set_apart', 'refused']),
  -- kg of the line by the delivery note, taken in, and turned away: as they were written at the door.
  noted numeric(14, 4) not null check (noted > 0),
  net numeric(14, 4) not null check (net >= 0),
  refused numeric(14, 4) not null check (refused >= 0),
  name_on_note text not null,
  supplier_lot_no text not null,
  note text not null,
  state text not null check (state in ('open', 'answered', 'closed', 'void')),
  opened_by uuid not null,
  opened_at timestamptz not null,
  -- What the supplier says, and who of the house wrote it down.
  answered_by uuid,
  answered_at timestamptz,
  answered_on date,
  answered_person text check (answered_person <> ''),
  answer text check (answer <> ''),
  sent_back_reason text check (sent_back_reason <> ''),
  settled_as text check (settled_as in ('replaced', 'credited', 'compensated', 'accepted', 'corrected')),
  paper_no text check (paper_no <> ''),
  replaced_by uuid,
  conclusion text check (conclusion <> ''),
  closed_by uuid,
  closed_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, discrepancy_no),
  foreign key (enterprise_id, receipt_id, order_id) references receipt (enterprise_id, id, order_id),
  foreign key (enterprise_id, receipt_id, refused_line) references refused_delivery (enterprise_id, receipt_id, line_no),
  foreign key (enterprise_id, purchase_line_id, order_id) references purchase_line (enterprise_id, id, order_id),
  foreign key (enterprise_id, supplier_id) references supplier,
  foreign key (enterprise_id, replaced_by) references receipt,
  foreign key (enterprise_id, opened_by) references account,
  foreign key (enterprise_id, answered_by) references account,
  foreign key (enterprise_id, closed_by) references account,
  constraint discrepancy_closed_by_other check (closed_by <> answered_by),
  check (num_nulls(door_line, refused_line) = 1),
  check ((refused_line is not null) = ('refused' = any (kinds)) and (refused_line is not null) = (refused > 0)),
  check (num_nulls(answered_by, answered_at, answered_on, answered_person, answer) in (0, 5)),
  check (state <> 'open' or answered_at is null),
  check (state not in ('answered', 'closed') or answered_at is not null),
  check (num_nulls(settled_as, conclusion, closed_by, closed_at) in (0, 4)),
  -- What was ended stays written when its receipt, or the one that replaced it, goes back.
  check (case state when 'closed' then closed_at is not null when 'void' then true else closed_at is null end),
  constraint discrepancy_unproven check ((paper_no is not null) = coalesce(settled_as in ('credited', 'compensated'), false)),
  constraint discrepancy_not_replaced check ((replaced_by is not null) = coalesce(settled_as = 'replaced', false) and replaced_by <> receipt_id)
);
call make_tenant_table('receipt_discrepancy');
create unique index receipt_discrepancy_of_line on receipt_discrepancy (enterprise_id, receipt_id, door_line, refused_line) nulls not distinct where state <> 'void';
create index receipt_discrepancy_by_receipt on receipt_discrepancy (enterprise_id, receipt_id);
create index receipt_discrepancy_by_time on receipt_discrepancy (enterprise_id, opened_at, id);
create index receipt_discrepancy_by_state on receipt_discrepancy (enterprise_id, state, opened_at);
create index receipt_discrepancy_by_order on receipt_discrepancy (enterprise_id, order_id);
create index receipt_discrepancy_by_supplier on receipt_discrepancy (enterprise_id, supplier_id);
create index receipt_discrepancy_by_replacement on receipt_discrepancy (enterprise_id, replaced_by) where replaced_by is not null;
