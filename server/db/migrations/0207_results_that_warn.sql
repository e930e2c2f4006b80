-- Results that warn are few, and lists are asked for them alone (decision 0062).
create index test_result_out_of_trend on test_result (enterprise_id, entered_at, id) where out_of_trend;
create index test_result_near_limit on test_result (enterprise_id, entered_at, id) where near_limit;
