-- The weight of a 联产品 is put right by an approved correction of its step (decision 0109); nothing else changes the row, and nothing takes it away.
alter table correction_change
  drop constraint correction_change_record_table_check,
  add constraint correction_change_record_table_check check (record_table in
    ('raw_lot', 'receipt', 'lot', 'production_step', 'production_co_product', 'bulk_lot', 'packaging_record', 'pack_lot', 'pack_release', 'shipment',
      'shipment_line', 'production_issue', 'sampling', 'sample'));
drop trigger kept on production_co_product;
create trigger kept before delete or truncate on production_co_product for each statement execute function keep_forever();
