-- A bottle is not opened after the day on its label. Rows of before may say otherwise and are not asked.
alter table reagent_lot add constraint reagent_opened_expired check (opened_on <= use_by) not valid;
