-- 质检记录 (page 37) reads the whole laboratory: by time, by standard (that is, by herb), by item, by analyst, by what is amiss.
create index inspection_by_time on inspection (enterprise_id, requested_at, id);
create index inspection_by_state_and_time on inspection (enterprise_id, state, requested_at, id);
create index inspection_by_standard on inspection (enterprise_id, standard_version_id, requested_at, id);
create index test_result_by_time on test_result (enterprise_id, entered_at, id);
create index test_result_by_item on test_result (enterprise_id, standard_item_id, entered_at, id);
create index test_result_by_analyst on test_result (enterprise_id, entered_by, entered_at, id);
create index test_result_failed on test_result (enterprise_id, entered_at, id) where verdict = 'FAIL';
create index test_record_failed on test_record (enterprise_id, inspection_id) where verdict = 'FAIL';
-- 年度质量回顾: the batches of a product in a year.
create index lot_by_product_birth on lot (enterprise_id, product_id, born_on) where product_id is not null;
