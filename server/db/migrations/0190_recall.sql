-- 召回与演练 (domain §2.11, evidence of §6.3 item 2): one question about any node, its lots, its customers, and what came back (decision 0060).
create table recall_case (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  case_no text not null,
  kind text not null check (kind in ('real', 'ordered', 'drill')),
  recall_class text not null check (recall_class in ('I', 'II', 'III')),
  -- What it is about, and how a person reads it.
  question jsonb not null check (jsonb_typeof(question) = 'object'),
  subject text not null check (subject <> ''),
  reason text not null check (reason <> ''),
  -- What a customer is to do with the goods.
  advice text not null check (advice <> ''),
  -- The notice of the authority that ordered it.
  authority_no text not null default '',
  state text not null check (state in ('draft', 'started', 'closed', 'cancelled')),
  created_by uuid not null,
  created_at timestamptz not null,
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason <> ''),
  started_by uuid,
  started_at timestamptz,
  -- Until when every customer is told.
  notify_by timestamptz,
  -- kg of the pack lots concerned: made, and of it in the house, shipped, and lost or adjusted in the ledger, when it began.
  made numeric(20, 4),
  in_house numeric(20, 4),
  shipped numeric(20, 4),
  other numeric(20, 4),
  -- Of a drill: from the question to the whole list.
  seconds numeric(8, 3) check (seconds >= 0),
  closed_by uuid,
  closed_at timestamptz,
  conclusion text check (conclusion <> ''),
  -- Of what was shipped, % that came back, and % of which is known what became of it.
  recovered_percent numeric(5, 2) check (recovered_percent between 0 and 100),
  known_percent numeric(5, 2) check (known_percent between 0 and 100),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, case_no),
  foreign key (enterprise_id, created_by) references account,
  foreign key (enterprise_id, started_by) references account,
  foreign key (enterprise_id, closed_by) references account,
  foreign key (enterprise_id, cancelled_by) references account,
  check ((kind = 'ordered') = (authority_no <> '')),
  -- Who writes it does not start it.
  constraint recall_by_two check (started_by <> created_by),
  check ((state = 'cancelled') = (cancelled_at is not null) and (cancelled_at is null) = (cancelled_by is null)
    and (cancelled_at is null) = (cancel_reason is null)),
  -- A drill is whole when it is written: nothing is started and nothing comes back.
  check ((kind = 'drill') = (seconds is not null) and (kind <> 'drill' or state = 'closed' and started_at is null and recovered_percent is null)),
  check (kind = 'drill' or (state in ('started', 'closed')) = (started_at is not null)),
  check ((started_at is null) = (started_by is null) and (started_at is null) = (notify_by is null)),
  check ((made is not null) = (state in ('started', 'closed')) and num_nulls(made, in_house, shipped, other) in (0, 4)),
  check ((state = 'closed') = (closed_at is not null) and (closed_at is null) = (closed_by is null)),
  check ((state = 'closed' and kind <> 'drill') = (conclusion is not null) and (conclusion is null) = (recovered_percent is null)
    and (conclusion is null) = (known_percent is null))
);
call make_tenant_table('recall_case');
create index recall_case_by_time on recall_case (enterprise_id, created_at, id);

-- The lots concerned, as they were when it began: asked about themselves, or made of such.
create table recall_lot (
  enterprise_id uuid not null,
  case_id uuid not null,
  lot_id uuid not null,
  role text not null check (role in ('source', 'made')),
  quantity numeric(14, 4) not null,
  in_house numeric(20, 4) not null,
  shipped numeric(20, 4) not null,
  other numeric(20, 4) not null,
  -- The hold that the recall put on it; a drill puts none.
  hold_id uuid,
  primary key (enterprise_id, case_id, lot_id),
  foreign key (enterprise_id, case_id) references recall_case,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, hold_id) references hold
);
call make_evidence_table('recall_lot', 'case_id', 'lot_id');
create index recall_lot_by_lot on recall_lot (enterprise_id, lot_id);
create index recall_lot_by_hold on recall_lot (enterprise_id, hold_id) where hold_id is not null;

-- 召回通知: who received some of it, how much until it began, and what they answered.
create table recall_customer (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  customer_id uuid not null,
  name text not null check (name <> ''),
  deliveries integer not null check (deliveries > 0),
  packs integer not null check (packs > 0),
  quantity numeric(20, 4) not null check (quantity > 0),
  -- What the link in the notice says; null in a drill, which tells nobody.
  public_token uuid unique,
  notified_at timestamptz,
  acknowledged_at timestamptz,
  -- Who answered, as they wrote it or as it was told on the telephone; `noted_by` wrote the latter down.
  acknowledged_name text check (acknowledged_name <> ''),
  noted_by uuid,
  -- Why no answer is to be had.
  silence_reason text check (silence_reason <> ''),
  silence_by uuid,
  silence_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, case_id, customer_id),
  foreign key (enterprise_id, case_id) references recall_case,
  foreign key (enterprise_id, customer_id) references customer,
  foreign key (enterprise_id, noted_by) references account,
  foreign key (enterprise_id, silence_by) references account,
  check ((public_token is null) = (notified_at is null)),
  check ((acknowledged_at is null) = (acknowledged_name is null) and (acknowledged_at is null or notified_at is not null)),
  check (noted_by is null or acknowledged_at is not null),
  check (num_nulls(silence_reason, silence_by, silence_at) in (0, 3) and (silence_at is null or notified_at is not null))
);
call make_tenant_table('recall_customer');
-- The door for a customer without an account: which enterprise a notice is from.
create policy doorkeeper on recall_customer for select to bencao_owner using (true);
create index recall_customer_unanswered on recall_customer (enterprise_id, case_id)
  where notified_at is not null and acknowledged_at is null and silence_at is null;

-- What became of goods that a customer has: added to, never changed. An entry that was wrong is taken back by another one.
create table recall_recovery (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  recall_customer_id uuid not null,
  lot_id uuid not null,
  became text not null check (became in ('recovered', 'consumed', 'destroyed', 'unaccounted')),
  packs integer not null check (packs <> 0),
  quantity numeric(14, 4) not null,
  note text not null default '',
  takes_back uuid,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, takes_back),
  foreign key (enterprise_id, recall_customer_id) references recall_customer,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, takes_back) references recall_recovery,
  foreign key (enterprise_id, recorded_by) references account,
  check ((packs < 0) = (takes_back is not null) and (packs < 0) = (quantity < 0)),
  -- What nobody can find, and what was taken back, is explained.
  check (note <> '' or became <> 'unaccounted' and takes_back is null)
);
call make_evidence_table('recall_recovery');
create index recall_recovery_by_customer on recall_recovery (enterprise_id, recall_customer_id);
