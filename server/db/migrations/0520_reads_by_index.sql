-- What few rows have is found by an index: a category that is seldom bought, clearances that still hold, the lots of a case; packed lots at hand, the newest first.
create index purchase_order_by_category on purchase_order (enterprise_id, category, created_at, id);
create index clearance_by_state on clearance (enterprise_id, state, cleaned_at desc, id desc);
create index impact_lot_by_case on impact_lot (enterprise_id, case_id);
create index lot_at_hand_newest on lot_at_hand (enterprise_id, kind, lot_id);
