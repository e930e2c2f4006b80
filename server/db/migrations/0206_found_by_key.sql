-- What was found by reading a whole table (decision 0062): the plan guard's walk of 260,000 moves told of each.
create index picking_by_order on picking (enterprise_id, order_id);
create index raw_lot_by_order on raw_lot (enterprise_id, order_id);
create index production_step_by_name on production_step (enterprise_id, name, started_at) where ended_at is not null;
create index notification_binned on notification (enterprise_id, account_id, created_at, id) where binned_at is not null;
-- What did not conform, and what was not concluded.
create index test_result_beside_passed on test_result (enterprise_id, verdict, entered_at, id) where verdict <> 'PASS';
drop index test_result_failed;
