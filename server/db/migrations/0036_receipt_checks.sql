-- Who bought, who received and who tested are three persons; nothing is received twice; what looks odd has a reason; abnormal packages are lots
-- of their own.

alter table purchase_order add constraint purchase_order_of_supplier unique (enterprise_id, id, supplier_id, buyer_id);

alter table receipt
  -- Of the order, by the trigger `guarded`; null in receipts of before this migration.
  add supplier_id uuid,
  add buyer_id uuid,
  -- What looked odd about the arrival or about a lot of it, so that the second person signs for having seen it, and why the arrival is right.
  add doubts text[] not null default '{}' check (doubts <@
    array['recorded_late', 'before_order', 'harvest_old', 'harvest_long', 'origin_differs', 'origin_not_approved', 'lot_again']),
  add doubt_reason text not null default '',
  add foreign key (enterprise_id, order_id, supplier_id, buyer_id) references purchase_order (enterprise_id, id, supplier_id, buyer_id),
  add constraint arrival_doubt_is_explained check (doubt_reason <> '' or not doubts && array['recorded_late', 'before_order']),
  add constraint buyer_receives check (received_by <> buyer_id),
  add constraint buyer_checks_receipt check (checked_by <> buyer_id);
-- A delivery note brings goods in once. What was turned away whole may come again under its note.
create unique index delivery_note_once on receipt (enterprise_id, supplier_id, order_id, upper(replace(normalize(delivery_note_no, nfkc), ' ', '')))
  where lot_count > 0;
create index receipt_by_note on receipt (enterprise_id, upper(replace(normalize(delivery_note_no, nfkc), ' ', '')));

alter table raw_lot
  -- GB/T 2260; '' for goods without provenance and in lots of before this migration, whose county was typed.
  add county_code text not null default '' check (county_code ~ '^(\d{6})?$'),
  add doubts text[] not null default '{}' check (doubts <@
    array['harvest_old', 'harvest_long', 'origin_differs', 'origin_not_approved', 'lot_again']),
  add doubt_reason text not null default '',
  -- 异常包装: packages that were set apart at the door. Null: the sound ones of a line.
  add abnormal text check (abnormal in ('mould', 'insects', 'mixed', 'unlabelled')),
  -- The line of the receipt that this lot is all or part of, and that line's whole. Null in lots of before this migration.
  add door_line integer check (door_line between 1 and 50),
  add line_packages integer,
  -- kg
  add line_net numeric(14, 4),
  add constraint doubt_is_explained check (doubt_reason <> '' or cardinality(doubts) = 0),
  add check (abnormal is null or exception_note <> ''),
  add check (num_nulls(door_line, line_packages, line_net) in (0, 3)),
  add check (line_net >= net and line_packages >= package_count);
create index raw_lot_by_supplier_lot on raw_lot (enterprise_id, supplier_id, upper(replace(normalize(supplier_lot_no, nfkc), ' ', '')));
