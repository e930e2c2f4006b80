-- The ledger of one kind of movement, whether it is one of few or of most, in the order of the list.
create index stock_entry_by_kind on stock_entry (enterprise_id, kind, occurred_at, id);
