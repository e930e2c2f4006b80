-- How many orders of a customer are open: what is over is not read (decision 0078).
create index sales_order_open_by_customer on sales_order (enterprise_id, customer_id)
  where state not in ('delivered', 'partly_delivered', 'refused', 'cancelled');
-- Released goods by their age: a state is found without those before it.
create index lot_bought_by_state on lot (enterprise_id, state, born_on desc, id desc) where kind in ('raw', 'auxiliary');
-- What was written as 产地, each text once by its place in the index.
create index inspection_by_origin on inspection (enterprise_id, origin, id);
-- Customers of one kind, in the order of the list; and the last inspection by a standard that was written down.
create index customer_by_kind on customer (enterprise_id, kind, id);
create index inspection_written_by_standard on inspection (enterprise_id, standard_version_id, requested_at, id)
  where state in ('submitted', 'reviewed', 'approved');
