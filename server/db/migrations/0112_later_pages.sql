-- Three of the posts that an enterprise begins with opened one page more in later editions: QA sees sales (110) to correct a shipment, the analyst sees
-- requests for batches (16), the 质量受权人 sees purchases (11) to approve them. A role that still holds exactly what it was founded with, in any edition
-- before, gets its page; a role that the factory has changed is the factory's own. Only pages: what signs is given by two persons.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from enterprise loop
    perform set_config('app.enterprise', tenant::text, true), set_config('app.actor', 'migration', true), set_config('app.request', '0112_later_pages.sql', true);
    insert into role_right (enterprise_id, role_id, right_code)
    select role.enterprise_id, role.id, founded.page
    from (values
      ('QA', '110', array['11', '12', '13', '14', '15', '16', '17', '18', '19', '21', '22', '33', '34', '35', '36', '37',
        '13:decide', '14:freeze', '15:qa', '18:check', '19:freeze', '21:void', '33:audit', '35:review']),
      ('QA', '110', array['11', '12', '13', '14', '15', '16', '17', '18', '19', '21', '22', '33', '34', '35', '36', '37',
        '13:decide', '14:freeze', '15:qa', '18:check', '19:freeze', '21:void', '33:audit', '35:review', '37:decide', '37:propose']),
      ('检验员', '16', array['12', '17', '37', '12:sample', '16:sample', '12:test', '17:test']),
      ('质量受权人', '11', array['13', '14', '15', '17', '18', '19', '22', '33', '35', '36', '37',
        '19:release', '15:approve', '18:approve', '11:approve', '35:approve', '36:approve']),
      ('质量受权人', '11', array['13', '14', '15', '17', '18', '19', '22', '33', '35', '36', '37',
        '19:release', '37:decide', '15:approve', '18:approve', '11:approve', '35:approve', '36:approve'])
    ) as founded (name, page, rights)
    join role on role.enterprise_id = tenant and role.name = founded.name
    where (select array_agg(held.right_code order by held.right_code collate "C") from role_right held where held.enterprise_id = tenant and held.role_id = role.id)
      = (select array_agg(code order by code collate "C") from unnest(founded.rights) as code);
  end loop;
end $$;
