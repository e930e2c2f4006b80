-- The origins and the equipment that a recall can begin at, each word once (decision 0062): to gather them anew reads every lot and every step there ever was.
create table recall_word (
  enterprise_id uuid not null references enterprise,
  node text not null check (node in ('origin', 'equipment')),
  word text not null check (word <> ''),
  primary key (enterprise_id, node, word)
);

do $$
declare
  one uuid;
begin
  for one in select id from enterprise loop
    perform set_config('app.enterprise', one::text, true);
    insert into recall_word (enterprise_id, node, word)
    select distinct one, 'origin', word from raw_lot cross join lateral
      unnest(array[province, concat_ws('/', province, city), concat_ws('/', province, city, county)]) word
    where enterprise_id = one and province <> '' and word not like '%/'
    union select distinct one, 'equipment', word from production_step cross join lateral unnest(equipment) word where enterprise_id = one and word <> '';
  end loop;
  perform set_config('app.enterprise', '', true);
end $$;

-- Only now: before, the key could not be compared over all enterprises.
call make_tenant_table('recall_word', 'node', 'word');
drop trigger audited on recall_word; -- it repeats what lots and steps say
revoke insert, update on recall_word from bencao_app;
