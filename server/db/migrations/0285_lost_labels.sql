-- A label that is nowhere is counted as lost and has a case (decision 0075). Which case, a trigger looks for: the cases come from an earlier migration,
-- and a record that is corrected may have two.
alter table packaging_record
  add column labels_lost integer not null default 0 check (labels_lost >= 0),
  drop constraint labels_reconciled,
  add constraint labels_reconciled check (labels_issued = labels_used + labels_spoiled + labels_destroyed + labels_sampled + labels_lost);
