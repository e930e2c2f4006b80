-- An approved change whose day has not come may be withdrawn, signed. Its approval stays on record.
alter table change_request drop constraint change_request_check;
alter table change_request add constraint change_request_check check (
  (approved_at is null) = (approved_by is null)
  and (state not in ('approved', 'in_force') or approved_at is not null)
  and (state not in ('proposed', 'refused') or approved_at is null));

-- The correction whose true values put the lot on hold: the review of the batch record ends it with its other deviations.
alter table hold
  add column correction_id uuid,
  add foreign key (enterprise_id, correction_id) references correction,
  add check (correction_id is null or kind = 'deviation');
