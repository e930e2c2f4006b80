-- Items of a standard whose result the analyst types although a chapter of the pharmacopoeia calculates it from readings: named when the lines are written,
-- accepted by the person who approves the edition (decision 0102). Editions of before name none.
alter table standard_version
  add column typed_items text[] not null default '{}',
  -- Null until the approval, which accepts them or refuses the edition.
  add column typed_accepted boolean check (typed_accepted),
  add constraint typed_items_accepted check (state <> 'approved' or typed_items = '{}' or typed_accepted is not null);
