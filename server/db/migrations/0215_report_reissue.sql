-- A report with a slip in its heading is issued anew by its approver and quality assurance, for a reason. What it found stays.
alter table report
  add column reissue_reason text check (reissue_reason <> ''),
  add column reissue_second_by uuid,
  add foreign key (enterprise_id, reissue_second_by) references account,
  drop constraint report_check,
  -- A later version has a correction behind it, or a reason and a second person.
  add constraint report_replaced_why check (
    (reissue_reason is null) = (reissue_second_by is null)
    and (replaces_id is not null) = (correction_id is not null or reissue_reason is not null)
    and (correction_id is null or reissue_reason is null)),
  add constraint reissued_by_two check (reissue_second_by is null
    or reissue_second_by <> approved_by and reissue_second_by <> reviewed_by and reissue_second_by <> all (analyst_ids));
