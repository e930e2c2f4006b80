-- A new pack specification of a product that was packed before, and with it what its label says, comes by a change as well.
alter table change_request drop constraint change_request_record_check, drop constraint change_of_a_version;
alter table change_request
  add constraint change_request_record_check check (record in ('material', 'product', 'supplier', 'process', 'standard', 'pack_spec', 'asset')),
  add constraint change_of_a_version check (record not in ('process', 'standard', 'pack_spec') or jsonb_array_length(asked) = 1 and asked -> 0 ->> 'field' = 'version');
