-- Approval of a purchase by amount, and how far back an order may be dated.

-- 采购规则 of an enterprise. An enterprise without a row has the program's own: one approver, and the days that are the defaults here.
create table purchase_rule (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  -- 元: an order of more than this, or one with a line without a price, is approved by two persons. Null: one is enough for any.
  second_approval_above numeric(14, 2) check (second_approval_above >= 0),
  -- How many days before it is written down an order may be dated, and goods may have arrived.
  order_back_days integer not null default 30 check (order_back_days between 0 and 3650),
  receipt_back_days integer not null default 7 check (receipt_back_days between 0 and 3650),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  constraint purchase_rule_once unique (enterprise_id)
);
call make_tenant_table('purchase_rule');

alter table purchase_order
  -- The first of two approvers; `approved_by` is the one whose approval let the order out.
  add first_approved_by uuid,
  add first_approved_at timestamptz,
  add foreign key (enterprise_id, first_approved_by) references account,
  drop constraint purchase_order_state_check,
  add constraint purchase_order_state_check
    check (state in ('draft', 'submitted', 'half_approved', 'returned', 'approved', 'partially_received', 'received', 'closed', 'cancelled')),
  add check ((first_approved_by is null) = (first_approved_at is null)),
  add check (first_approved_by is not null or state <> 'half_approved'),
  add constraint purchase_author_first_approves check (first_approved_by <> buyer_id),
  add constraint purchase_first_approver_again check (approved_by <> first_approved_by);
