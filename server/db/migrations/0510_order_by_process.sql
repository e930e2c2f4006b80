-- With the enterprise in front PostgreSQL took it for orders that are named by their id, as long as the table was small.
drop index production_order_by_process;
create index production_order_by_process on production_order (process_version_id, enterprise_id);
