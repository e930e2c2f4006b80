-- A count of packs that was wrong can be put right: 更正 reaches the packaging record and what follows from it (decision 0035).
alter table correction
  drop constraint correction_record_check,
  add constraint correction_record_check check (record in ('receipt_line', 'production_step', 'batch', 'packaging'));
alter table correction_change
  drop constraint correction_change_record_table_check,
  add constraint correction_change_record_table_check
    check (record_table in ('raw_lot', 'receipt', 'lot', 'production_step', 'bulk_lot', 'packaging_record', 'pack_lot', 'pack_release'));

-- These were never changed; now an approved correction may (`keep_unless_corrected`, `keep_edge`). Nothing is ever removed.
drop trigger kept on pack_lot;
create trigger kept before delete or truncate on pack_lot for each statement execute function keep_forever();
drop trigger kept on pack_release;
create trigger kept before delete or truncate on pack_release for each statement execute function keep_forever();
drop trigger kept on lot_edge;
create trigger kept before delete or truncate on lot_edge for each statement execute function keep_forever();
create trigger kept before delete or truncate on packaging_record for each statement execute function keep_forever();
