-- Lots at hand are listed in the order of their birth, so that a list of what is there never walks through what was used up. What is kept is made anew when the
-- program starts (definitions/waiting.sql).
truncate lot_at_hand;
alter table lot_at_hand add born_on date not null;
drop index lot_at_hand_by_state;
create index lot_at_hand_by_state on lot_at_hand (enterprise_id, kind, state, born_on desc, lot_id desc);
create index lot_at_hand_bought on lot_at_hand (enterprise_id, born_on desc, lot_id desc) where kind in ('raw', 'auxiliary');
