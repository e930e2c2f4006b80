-- 使用限制 of the charged lots as the person read and heeded them, at issue and before each step. Null where there were none.
alter table production_issue add column restrictions text check (restrictions <> '');
alter table production_step add column restrictions text check (restrictions <> '');
