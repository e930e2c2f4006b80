-- What was weighed out for a batch, what came back of it, and what was sampled can be put right: 更正 reaches the issue and the sampling
-- (decision 0035).
alter table correction
  drop constraint correction_record_check,
  add constraint correction_record_check check (record in ('receipt_line', 'production_step', 'batch', 'packaging', 'shipment', 'issue', 'sampling'));
alter table correction_change
  drop constraint correction_change_record_table_check,
  add constraint correction_change_record_table_check check (record_table in
    ('raw_lot', 'receipt', 'lot', 'production_step', 'bulk_lot', 'packaging_record', 'pack_lot', 'pack_release', 'shipment', 'shipment_line',
      'production_issue', 'sampling', 'sample'));

-- It was never changed; now an approved correction may (`keep_unless_corrected`). Nothing of these is ever removed.
drop trigger kept on sample;
create trigger kept before delete or truncate on sample for each statement execute function keep_forever();
create trigger kept before delete or truncate on sampling for each statement execute function keep_forever();
create trigger kept before delete or truncate on production_issue for each statement execute function keep_forever();
