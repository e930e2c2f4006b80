-- Lists stay cheap however much there is: read in the order in which they are shown.
create index lot_bought_by_birth on lot (enterprise_id, born_on desc, id desc) where kind in ('raw', 'auxiliary');

-- The built-in roles hold every right (product: §2), so they get those that came after them. What a migration writes is linked into the chain
-- by the migrator.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from enterprise loop
    perform set_config('app.enterprise', tenant::text, true), set_config('app.actor', 'migration', true), set_config('app.request', '0020_upkeep.sql', true);
    insert into role_right (enterprise_id, role_id, right_code)
    select enterprise_id, id, right_code from role, unnest(array['31:token', '33:audit', '35:review', '35:approve', '36:approve']) as right_code
    where enterprise_id = tenant and built_in on conflict do nothing;
  end loop;
end $$;
