-- PostgreSQL took it for orders that are named by their id, as long as the table was small. The orders of a process are found among those of its product.
drop index production_order_by_process;
