-- What is bought is looked for by name in the order of the list: of a rare herb a plan that walks the newest lots reads all of them.
create index lot_bought_by_name on lot (enterprise_id, name, born_on desc, id desc) include (state) where kind in ('raw', 'auxiliary');

-- The newest of a supplier's lots from one county, with which a receipt begins; and, as before, all of a supplier.
drop index raw_lot_by_supplier;
create index raw_lot_from on raw_lot (enterprise_id, supplier_id, province, city, county, id);
