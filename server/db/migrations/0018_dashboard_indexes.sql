-- What the dashboard counts, kept small: what lies in a bin now and not all that ever lay there, and the newest batches and shipments.

create index stock_balance_at_hand on stock_balance (enterprise_id, lot_id, place_id) where is_real and quantity > 0;
create index slice_batch_by_finish on slice_batch (enterprise_id, finished_at desc, id);
create index shipment_by_departure on shipment (enterprise_id, departed_at desc, id);
