-- Who or which paper ends soon is looked up by the day, not asked of everybody.
create index supplier_by_end on supplier (enterprise_id, valid_until) where state <> 'removed' and valid_until is not null;
create index customer_by_end on customer (enterprise_id, licence_valid_until) where is_active and licence_valid_until is not null;
create index licence_by_end on licence (enterprise_id, valid_until) where is_active and valid_until is not null;
