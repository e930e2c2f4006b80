-- A recall reads what it answers with: its sources are found by keys, and the words that it can begin at are kept.
create index raw_lot_by_origin on raw_lot (enterprise_id, province, city);
create index standard_item_by_method on standard_item (enterprise_id, method) where method <> '';
create index production_order_by_process on production_order (enterprise_id, process_version_id);

-- The steps in which a machine was named. An array cannot be asked by an index under row security.
create table step_equipment (
  enterprise_id uuid not null references enterprise,
  word text not null check (word <> ''),
  step_id uuid not null,
  primary key (enterprise_id, word, step_id),
  foreign key (enterprise_id, step_id) references production_step
);

alter table recall_word drop constraint recall_word_node_check, add constraint recall_word_node_check check (node in ('origin', 'equipment', 'method'));

do $$
declare
  one uuid;
begin
  for one in select id from enterprise loop
    perform set_config('app.enterprise', one::text, true);
    insert into step_equipment (enterprise_id, word, step_id)
    select distinct one, word, s.id from production_step s cross join lateral unnest(s.equipment) word where s.enterprise_id = one and word <> '';
    insert into recall_word (enterprise_id, node, word)
    select distinct one, 'method', method from standard_item where enterprise_id = one and method <> '' on conflict do nothing;
  end loop;
  perform set_config('app.enterprise', '', true);
end $$;

call make_tenant_table('step_equipment', 'word', 'step_id');
drop trigger audited on step_equipment; -- it repeats what steps say
revoke insert, update on step_equipment from bencao_app;
