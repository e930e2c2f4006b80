-- Where a lot stands follows from itself and all its ancestors (decision 0022). Holds say whether they reach what was made of the lot and
-- are lifted by two persons; a decision against a lot that was used opens an impact case about everything made of it.

alter table hold drop constraint hold_kind_check;
alter table hold add constraint hold_kind_check
  check (kind in ('freeze', 'deviation', 'oos', 'doc_missing', 'complaint', 'recall', 'regulator', 'impact'));
alter table hold
  -- Whether it reaches what was made of the lot. Chosen where the kind leaves the choice; null where the kind says so itself.
  add column reaches boolean,
  -- The second person of those who lifted it, and what they rest on. Null on holds that were lifted before two had to.
  add column lift_second_by uuid,
  add column lift_evidence text check (lift_evidence <> ''),
  add foreign key (enterprise_id, lift_second_by) references account,
  add constraint hold_lifted_by_two check (lift_second_by <> lifted_by),
  add check (lift_second_by is null or lifted_by is not null),
  add check (lift_evidence is null or lifted_by is not null),
  add check (reaches is null or kind in ('freeze', 'deviation', 'complaint'));

-- 质量事件. One object for what went wrong or is to change. `impact`: a lot that was used has lost its release, and everything made of it
-- is looked at, lot by lot. `change`: something that many records rest on is to become another.
create table quality_case (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  case_no text not null,
  kind text not null check (kind in ('impact', 'change')),
  state text not null check (state in ('open', 'closed')),
  -- impact: the lot from which the doubt comes
  lot_id uuid,
  reason text not null check (reason <> ''),
  -- The record that opened it: release_decision, pack_release, correction … null when a person opened it by hand.
  document_kind text not null default '',
  document_id uuid,
  document_no text not null default '',
  opened_by uuid not null,
  opened_at timestamptz not null default now(),
  closed_by uuid,
  closed_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, case_no),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, opened_by) references account,
  foreign key (enterprise_id, closed_by) references account,
  check ((kind = 'impact') = (lot_id is not null)),
  check ((state = 'closed') = (closed_at is not null) and (closed_at is null) = (closed_by is null))
);
-- One open question about a lot at a time: a second reason joins the first.
create unique index impact_case_open on quality_case (enterprise_id, lot_id) where kind = 'impact' and state = 'open';
create index quality_case_by_lot on quality_case (enterprise_id, lot_id);
call make_tenant_table('quality_case');

-- A lot made of the doubtful one, held until quality assurance decides about it.
create table impact_lot (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  lot_id uuid not null,
  hold_id uuid not null,
  -- `clear`: it may be used again, its ancestors allow it. `reject`: it may not, ever.
  decision text check (decision in ('clear', 'reject')),
  conclusion text check (conclusion <> ''),
  decided_by uuid,
  decided_at timestamptz,
  -- The second person: quality assurance lifts no hold alone, and the 质量负责人 approves a rejection.
  approved_by uuid,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, case_id) references quality_case,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, hold_id) references hold,
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint impact_decided_by_two check (approved_by <> decided_by),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null)
    and (approved_by is null or decision is not null) and (decision is null) = (conclusion is null))
);
-- One open question about a lot in a case; a lot that was cleared and is in doubt again gets another.
create unique index impact_undecided on impact_lot (enterprise_id, case_id, lot_id) where decision is null;
create index impact_lot_by_lot on impact_lot (enterprise_id, lot_id);
create index impact_lot_by_hold on impact_lot (enterprise_id, hold_id);
call make_tenant_table('impact_lot');

-- 不合格 needs the 质量负责人's signature beside quality assurance's (domain §2.3). Null on what was decided before it did. A lot can be
-- rejected before there is a report, and after it was released.
alter table release_decision
  add column approved_by uuid,
  add foreign key (enterprise_id, approved_by) references account,
  add constraint rejection_approved_by_other check (approved_by <> decided_by),
  alter column report_id drop not null;
-- The built-in roles hold every right (product: §2), so they get those that came after them.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from enterprise loop
    perform set_config('app.enterprise', tenant::text, true), set_config('app.actor', 'migration', true), set_config('app.request', '0025_standing.sql', true);
    insert into role_right (enterprise_id, role_id, right_code)
    select enterprise_id, id, right_code from role, unnest(array['13:approve', '37:decide', '37:propose', '37:approve', '110:recall']) as right_code
    where enterprise_id = tenant and built_in on conflict do nothing;
  end loop;
end $$;
