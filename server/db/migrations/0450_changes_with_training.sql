-- 变更 of processes, standards and assets; what a change means, and who is trained before it is carried out (decision 0104).
alter table change_request
  -- What it means for goods, records and people. Changes of before say none.
  add column impact text not null default '',
  add column trainee_ids uuid[] not null default '{}',
  drop constraint change_request_record_check,
  add constraint change_request_record_check check (record in ('material', 'product', 'supplier', 'process', 'standard', 'asset')),
  add constraint change_of_a_version check (record not in ('process', 'standard') or jsonb_array_length(asked) = 1 and asked -> 0 ->> 'field' = 'version');

-- The process of a product is named by the product, so that the kind belongs to what is open.
drop index change_open;
create unique index change_open on change_request (enterprise_id, record, record_id) where state in ('proposed', 'approved');

-- For which change a person was trained.
alter table training add column change_id uuid, add foreign key (enterprise_id, change_id) references change_request;
create index training_by_change on training (enterprise_id, change_id, person_id) where change_id is not null;

-- Whether a scale was used is asked before what is critical of it becomes another.
create index production_issue_by_scale on production_issue (enterprise_id, scale_id) where scale_id is not null;
