-- Goods that are said to keep for more than twenty years: received with a reason, and among the doubts that the second person signs for.
alter table raw_lot drop constraint raw_lot_doubts_check;
alter table raw_lot add constraint raw_lot_doubts_check
  check (doubts <@ array['harvest_old', 'harvest_long', 'origin_differs', 'origin_not_approved', 'lot_again', 'keeps_long']);
alter table receipt drop constraint receipt_doubts_check;
alter table receipt add constraint receipt_doubts_check check (doubts <@
  array['recorded_late', 'before_order', 'harvest_old', 'harvest_long', 'origin_differs', 'origin_not_approved', 'lot_again', 'keeps_long']);
