-- Approval of a purchase in as many steps as the enterprise's rule asks for its amount; the rule itself changes by two persons (decision 0036).

drop function if exists needs_second_approval(uuid, uuid);

-- 元, ascending: above the n-th an order takes n + 1 approvers. Made from the one limit without a write, so that no trigger takes it for a step.
alter table purchase_rule add column approvals_above numeric(14, 2)[] not null
  generated always as (case when second_approval_above is null then '{}'::numeric(14, 2)[] else array[second_approval_above] end) stored;
alter table purchase_rule alter column approvals_above drop expression;
alter table purchase_rule
  alter column approvals_above set default '{}',
  drop column second_approval_above,
  add constraint purchase_steps_ascend check (cardinality(approvals_above) <= 4 and array_position(approvals_above, null) is null
    and (approvals_above[1] is null or approvals_above[1] >= 0) and (approvals_above[2] is null or approvals_above[2] > approvals_above[1])
    and (approvals_above[3] is null or approvals_above[3] > approvals_above[2]) and (approvals_above[4] is null or approvals_above[4] > approvals_above[3]));

-- A change of the rule as two persons signed it. The rule itself is only what the last one says.
create table purchase_rule_change (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  approvals_above numeric(14, 2)[] not null,
  order_back_days integer not null,
  receipt_back_days integer not null,
  reason text not null check (reason <> ''),
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  -- Filled in once, with the second person's signature.
  approved_by uuid,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, changed_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint purchase_rule_by_two check (approved_by <> changed_by)
);
call make_tenant_table('purchase_rule_change');

-- An order that was sent back is approved anew: its approvals of before stay, in their round.
alter table purchase_order add column approval_round integer not null default 1 check (approval_round >= 1);

create table purchase_approval (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  round integer not null check (round >= 1),
  step integer not null check (step between 1 and 5),
  buyer_id uuid not null,
  approved_by uuid not null,
  approved_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, order_id, round, step),
  foreign key (enterprise_id, order_id) references purchase_order,
  foreign key (enterprise_id, buyer_id) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint purchase_author_approves_step check (approved_by <> buyer_id),
  constraint purchase_approver_again unique (enterprise_id, order_id, round, approved_by)
);
call make_evidence_table('purchase_approval');

do $$
declare
  tenant uuid;
begin
  for tenant in select id from enterprise loop
    perform set_config('app.enterprise', tenant::text, true), set_config('app.actor', 'migration', true), set_config('app.request', '0055_purchase_steps.sql', true);
    insert into purchase_approval (enterprise_id, order_id, round, step, buyer_id, approved_by, approved_at)
    select o.enterprise_id, o.id, 1, row_number() over (partition by o.id order by given.place), o.buyer_id, given.approved_by, given.approved_at
    from purchase_order o, lateral (values (1, o.first_approved_by, o.first_approved_at), (2, o.approved_by, o.approved_at)) as given (place, approved_by, approved_at)
    where o.enterprise_id = tenant and given.approved_by is not null;
  end loop;
end $$;

alter table purchase_order drop column first_approved_by, drop column first_approved_at;
