-- Suppliers and the papers that allow to buy from them.

-- The first of a supplier's or customer's papers in use to end; null when none of them does.
create or replace function licences_until(enterprise uuid, owner uuid) returns date language sql stable parallel safe
  return (select min(valid_until) from licence where enterprise_id = enterprise and (supplier_id = owner or customer_id = owner) and is_active);
grant execute on function licences_until(uuid, uuid) to bencao_app;
