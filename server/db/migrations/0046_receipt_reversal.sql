-- 整单冲销: a receipt that should never have been written (the wrong order or supplier, received twice) is taken back whole by two persons
-- while nothing of it was used. Its lots end; what it said stays.
alter table lot drop constraint lot_state_check;
alter table lot add constraint lot_state_check
  check (state in ('quarantine', 'under_test', 'conforming', 'released', 'rejected', 'retest_due', 'reversed'));
alter table lot add constraint lot_reversed_check check (state <> 'reversed' or kind in ('raw', 'auxiliary'));
alter table receipt
  add column reversed_at timestamptz,
  add column reversed_by uuid,
  -- The second person. Written after both have signed, so that the first signature stays whole.
  add column reversal_approved_by uuid,
  add column reversal_reason text check (reversal_reason <> ''),
  add foreign key (enterprise_id, reversed_by) references account,
  add foreign key (enterprise_id, reversal_approved_by) references account,
  add constraint receipt_reversed_by_two check (reversal_approved_by <> reversed_by),
  add check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null)
    and (reversal_approved_by is null or reversed_at is not null));

-- The same delivery note may bring goods in again once its receipt was taken back.
drop index delivery_note_once;
create unique index delivery_note_once on receipt (enterprise_id, supplier_id, order_id, upper(replace(normalize(delivery_note_no, nfkc), ' ', '')))
  where lot_count > 0 and reversed_at is null;
