-- What left can be put right: 更正 reaches a shipment, and its lines and its paper follow (decision 0035).
alter table correction
  drop constraint correction_record_check,
  add constraint correction_record_check check (record in ('receipt_line', 'production_step', 'batch', 'packaging', 'shipment'));
alter table correction_change
  drop constraint correction_change_record_table_check,
  add constraint correction_change_record_table_check check (record_table in
    ('raw_lot', 'receipt', 'lot', 'production_step', 'bulk_lot', 'packaging_record', 'pack_lot', 'pack_release', 'shipment', 'shipment_line'));

-- Which edition of the 随货同行单 the shipment is: each correction issues the paper anew.
alter table shipment add column note_version integer not null default 1 check (note_version > 0);

-- A line has an id, so that corrections can name it. A line of zero packs says that nothing of this lot left after all.
alter table shipment_line
  add column id uuid not null default uuidv7(),
  add constraint shipment_line_id unique (enterprise_id, id),
  drop constraint shipment_line_packs_check,
  add constraint shipment_line_packs_check check (packs >= 0),
  drop constraint shipment_line_quantity_check,
  add constraint shipment_line_quantity_check check (quantity >= 0 and (packs = 0) = (quantity = 0));

-- It was never changed; now an approved correction may (`keep_unless_corrected`). Nothing is ever removed.
drop trigger kept on shipment_line;
create trigger kept before delete or truncate on shipment_line for each statement execute function keep_forever();

-- The codes that a document moved.
create index code_event_by_document on code_event (enterprise_id, document_id);
