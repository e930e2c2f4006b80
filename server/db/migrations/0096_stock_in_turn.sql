-- What of which goods is in stock, in the order in which it is due (decision 0047). The balances that stand say it themselves, so that neither what was
-- sold out nor what is not asked for is ever looked at.
alter table stock_balance
  -- The pack specification, the product or the material of the lot.
  add column goods_id uuid,
  -- Its expiry day, of bought goods the retest day.
  add column due_on date;

do $$
declare
  one uuid;
begin
  for one in select id from enterprise loop
    perform set_config('app.enterprise', one::text, true);
    update stock_balance b set goods_id = coalesce(lot.pack_spec_id, lot.product_id, lot.material_id),
      due_on = case when lot.kind in ('raw', 'auxiliary') then lot.retest_on else lot.expires_on end
    from lot where lot.enterprise_id = b.enterprise_id and lot.id = b.lot_id;
  end loop;
  perform set_config('app.enterprise', '', true);
end $$;

alter table stock_balance alter column goods_id set not null;
create index stock_balance_in_turn on stock_balance (enterprise_id, goods_id, due_on, lot_id) where is_real and quantity > 0;
