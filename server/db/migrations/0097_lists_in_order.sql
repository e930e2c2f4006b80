-- Lists that cost what they return (decision 0047).

-- What lots and batches were ever called, and the initials of it: a few hundred names, so that a search looks through these and not through all lots. A
-- name stays when the goods are renamed, since the lots keep it.
create table goods_name (
  enterprise_id uuid not null references enterprise,
  name text not null,
  initials text not null,
  primary key (enterprise_id, name)
);

do $$
declare
  one uuid;
begin
  for one in select id from enterprise loop
    perform set_config('app.enterprise', one::text, true);
    insert into goods_name (enterprise_id, name, initials)
    select enterprise_id, name, min(initials) from (select enterprise_id, name, initials from lot where enterprise_id = one
      union all select enterprise_id, product_name, initials from production_order where enterprise_id = one) named group by 1, 2;
  end loop;
  perform set_config('app.enterprise', '', true);
end $$;

alter table lot add foreign key (enterprise_id, name) references goods_name;
alter table production_order add foreign key (enterprise_id, product_name) references goods_name;
-- Only now: before, the keys could not be compared over all enterprises.
call make_tenant_table('goods_name', 'name');
drop trigger audited on goods_name; -- it repeats what the lots say, and their key is the proof
revoke insert, update on goods_name from bencao_app;
drop index lot_by_initials;
create index lot_by_name on lot (enterprise_id, name, id);
drop index production_order_by_initials;
create index production_order_by_name on production_order (enterprise_id, product_name, created_at, id);
create statistics lot_state_of_kind (mcv) on kind, state from lot;

-- A page is read from the end of an index: both columns run the same way.
drop index packaging_order_by_age;
create index packaging_order_by_age on packaging_order (enterprise_id, created_at, id);
drop index packaging_order_by_state;
create index packaging_order_by_state on packaging_order (enterprise_id, state, created_at, id);
drop index production_order_by_time;
create index production_order_by_time on production_order (enterprise_id, created_at, id);
drop index production_order_by_state;
create index production_order_by_state on production_order (enterprise_id, state, created_at, id);
drop index sales_order_by_age;
create index sales_order_by_age on sales_order (enterprise_id, created_at, id);
drop index sales_order_by_state;
create index sales_order_by_state on sales_order (enterprise_id, state, created_at, id);
drop index inspection_by_request;
create index inspection_by_request on inspection (enterprise_id, side, requested_at, id);
drop index report_by_approval;
create index report_by_approval on report (enterprise_id, approved_at, id);
drop index code_range_by_age;
create index code_range_by_age on code_range (enterprise_id, issued_at, id);
drop index stock_entry_by_time;
create index stock_entry_by_time on stock_entry (enterprise_id, occurred_at, id);
create index stock_entry_by_number on stock_entry (enterprise_id, document_no);
drop index stock_entry_reversed_once; -- `reversed_once` says the same
drop index purchase_order_by_supplier;
create index purchase_order_by_supplier on purchase_order (enterprise_id, supplier_id, id);
create index purchase_order_by_time on purchase_order (enterprise_id, created_at, id);
drop index lot_by_birth;
create index lot_by_birth on lot (enterprise_id, kind, born_on, id);
create index release_decision_by_state on release_decision (enterprise_id, state, lot_id);

-- The last of its kind, and what one person began and did not end.
drop index production_order_by_product;
create index production_order_by_product on production_order (enterprise_id, product_id, id);
create index packaging_order_by_spec on packaging_order (enterprise_id, pack_spec_id, id);
create index sales_line_by_spec on sales_line (enterprise_id, pack_spec_id);
create index purchase_order_open on purchase_order (enterprise_id, buyer_id) where state not in ('received', 'closed', 'cancelled');
create index inspection_open on inspection (enterprise_id, requested_by) where state not in ('approved', 'returned', 'cancelled');
create index production_order_open on production_order (enterprise_id, created_by) where state not in ('reviewed', 'cancelled');
create index packaging_order_open on packaging_order (enterprise_id, created_by) where state not in ('completed', 'cancelled');
create index sales_order_open on sales_order (enterprise_id, created_by) where state not in ('delivered', 'cancelled');
