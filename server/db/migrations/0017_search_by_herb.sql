-- 成品履历 finds the newest lots of a herb or product by its name.
create index lot_by_material_newest on lot (enterprise_id, material_id, id) where material_id is not null;
create index lot_by_product_newest on lot (enterprise_id, product_id, id) where product_id is not null;
