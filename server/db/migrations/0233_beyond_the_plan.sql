-- Packing beyond the plan is approved by a second person (decision 0067).
alter table label_run
  add column approved_by uuid,
  add foreign key (enterprise_id, approved_by) references account,
  add constraint label_run_approved_by_another check (approved_by <> issued_by);
alter table packaging_record
  add column beyond_plan_by uuid,
  add foreign key (enterprise_id, beyond_plan_by) references account,
  add constraint packaging_beyond_plan_by_another check (beyond_plan_by <> operator_id and beyond_plan_by <> checked_by);
