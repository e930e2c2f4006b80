-- 退货检验: what lies in a bin of the returned zone is tested apart from the rest of its lot, whatever the lot is meanwhile. Returns of one lot lie apart, so
-- each has its own request.
alter table inspection
  add column place_id uuid,
  add foreign key (enterprise_id, place_id) references place (enterprise_id, id),
  drop constraint inspection_request_kind_check,
  add constraint inspection_request_kind_check check (request_kind in ('initial', 'periodic', 'supplementary', 'investigation', 'return')),
  add constraint inspection_of_place check ((request_kind = 'return') = (place_id is not null));
drop index one_open_inspection;
create unique index one_open_inspection on inspection (enterprise_id, lot_id, place_id) nulls not distinct
  where state in ('requested', 'accepted', 'sampled', 'submitted', 'reviewed');

-- 已取样: the pack was opened for a test, or is kept. It is neither sold nor counted in stock again.
alter table code_span drop constraint code_span_state_check, add constraint code_span_state_check
  check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'sampled', 'voided'));
alter table code_event drop constraint code_event_state_check, add constraint code_event_state_check
  check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'sampled', 'voided'));
