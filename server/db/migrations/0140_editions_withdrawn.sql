-- An edition that was approved and whose day has not come is withdrawn by two: it never was in force, and the one before it goes on. Its first day is
-- corrected in the same way: it is withdrawn, and an edition that reads alike takes its place.
alter table standard_version
  add column withdrawn_by uuid,
  add column withdrawal_approved_by uuid,
  add column withdrawn_at timestamptz,
  add column withdrawal_reason text check (withdrawal_reason <> ''),
  drop constraint standard_version_state_check,
  add constraint standard_version_state_check check (state in ('draft', 'written', 'approved', 'withdrawn', 'discarded')),
  add constraint standard_withdrawn check ((state = 'withdrawn') = (withdrawn_by is not null) and (withdrawn_by is null) = (withdrawn_at is null)
    and (withdrawn_by is null) = (withdrawal_reason is null) and (withdrawn_by is null) = (withdrawal_approved_by is null)),
  add constraint standard_withdrawn_by_two check (withdrawal_approved_by <> withdrawn_by),
  add foreign key (enterprise_id, withdrawn_by) references account,
  add foreign key (enterprise_id, withdrawal_approved_by) references account;
