-- Packs that come back and whose codes cannot be read: they are counted, and their codes follow from those that did not come back (decision 0065).
alter table return_item drop constraint return_item_condition_check;
alter table return_item add constraint return_item_condition_check check (condition in ('intact', 'opened', 'damaged', 'unreadable'));
