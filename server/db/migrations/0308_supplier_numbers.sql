-- The numbers on suppliers' papers as they are compared, without width, case and blanks (decision 0078): no index under row security answers a function of a
-- column, so that each receipt read all that its supplier had ever delivered.
create table supplier_number (
  enterprise_id uuid not null references enterprise,
  supplier_id uuid not null,
  -- What bears it: a delivery note, or a lot of the supplier.
  paper text not null check (paper in ('note', 'lot')),
  number text not null,
  -- The receipt that came with the note, or the lot.
  record_id uuid not null,
  primary key (enterprise_id, supplier_id, paper, number, record_id),
  foreign key (enterprise_id, supplier_id) references supplier
);

do $$
declare
  one uuid;
begin
  for one in select id from enterprise loop
    perform set_config('app.enterprise', one::text, true);
    insert into supplier_number (enterprise_id, supplier_id, paper, number, record_id)
    select one, o.supplier_id, 'note', upper(replace(normalize(r.delivery_note_no, nfkc), ' ', '')), r.id
    from receipt r join purchase_order o on o.enterprise_id = r.enterprise_id and o.id = r.order_id where r.enterprise_id = one and r.lot_count > 0
    union all select one, l.supplier_id, 'lot', upper(replace(normalize(l.supplier_lot_no, nfkc), ' ', '')), l.id from raw_lot l where l.enterprise_id = one;
  end loop;
  perform set_config('app.enterprise', '', true);
end $$;

-- Only now: before, the key could not be compared over all enterprises.
call make_tenant_table('supplier_number', 'paper', 'number', 'record_id');
drop trigger audited on supplier_number; -- it repeats what receipts and lots say
revoke insert, update on supplier_number from bencao_app;

drop index receipt_by_note;
drop index raw_lot_by_supplier_lot;
