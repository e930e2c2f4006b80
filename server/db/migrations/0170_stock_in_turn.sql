-- Stock is used in turn from what lies in a bin. A balance said so too for what lies in the laboratory and the retention room, so that every batch whose
-- sample is kept was looked at for years after the last of it was sold. What is kept is made anew when the program starts (definitions/waiting.sql).
truncate lot_at_hand;
alter table lot_at_hand add goods_id uuid not null, add due_on date;
create index lot_at_hand_in_turn on lot_at_hand (enterprise_id, goods_id, due_on, lot_id);
drop index stock_balance_in_turn;
alter table stock_balance drop column goods_id, drop column due_on;
