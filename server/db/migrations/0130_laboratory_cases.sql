-- A result that fails, or looks wrong, is looked into by others than its analyst before anything else is done with it (decision 0053). What was an
-- open text beside the approval becomes a case with its own life; cases of before keep what they have.
alter table oos_case
  add column kind text not null default 'oos' check (kind in ('oos', 'oot', 'slip')),
  -- What the analyst says against their own value, where they opened the case.
  add column plea text not null default '',
  add column checklist jsonb,
  add column finding text check (finding in ('none', 'laboratory_error', 'sampling_error', 'slip')),
  add column explanation text check (explanation <> ''),
  add column proof_id uuid,
  add column checked_by uuid,
  add column checked_at timestamptz,
  add column invalidated_by uuid,
  add column invalidated_at timestamptz,
  add column invalid_reason text check (invalid_reason <> ''),
  add column retests smallint check (retests between 1 and 6),
  add column retest_analyst uuid,
  add column retest_reason text check (retest_reason <> ''),
  add column resampled boolean,
  add column retest_by uuid,
  add column retest_at timestamptz,
  drop constraint oos_case_state_check,
  drop constraint oos_case_check,
  drop constraint oos_case_enterprise_id_inspection_id_standard_item_id_key,
  add constraint oos_case_state_check check (state in ('open', 'checked', 'invalidated', 'retesting', 'retested', 'corrected', 'repeated', 'accepted', 'confirmed')),
  -- Who ends a case says why.
  add constraint oos_case_concluded check ((state in ('corrected', 'repeated', 'accepted', 'confirmed')) = (conclusion is not null)
    and (concluded_by is null) = (conclusion is null) and (concluded_at is null) = (conclusion is null)),
  add constraint oos_case_checked check ((checked_by is null) = (checklist is null) and (checked_by is null) = (checked_at is null)
    and (checked_by is null) = (finding is null) and (checked_by is null) = (explanation is null)),
  add constraint oos_case_slip_proved check (finding <> 'slip' or proof_id is not null),
  add constraint oos_case_invalidated check ((invalidated_by is null) = (invalidated_at is null) and (invalidated_by is null) = (invalid_reason is null)
    and (invalidated_by is null or finding in ('laboratory_error', 'sampling_error'))),
  add constraint oos_case_retested check ((retest_by is null) = (retest_at is null) and (retest_by is null) = (retests is null)
    and (retest_by is null) = (retest_analyst is null) and (retest_by is null) = (retest_reason is null) and (retest_by is null) = (resampled is null)),
  add constraint oos_resampled_for_cause check (resampled is not true or finding = 'sampling_error'),
  add constraint oos_checker_is_other check (checked_by not in (invalidated_by, retest_by, retest_analyst) and (checked_by <> concluded_by or state in ('corrected', 'repeated'))),
  add foreign key (enterprise_id, proof_id) references attachment (enterprise_id, id),
  add foreign key (enterprise_id, checked_by) references account (enterprise_id, id),
  add foreign key (enterprise_id, invalidated_by) references account (enterprise_id, id),
  add foreign key (enterprise_id, retest_analyst) references account (enterprise_id, id),
  add foreign key (enterprise_id, retest_by) references account (enterprise_id, id);

create unique index one_open_oos_case on oos_case (enterprise_id, inspection_id, standard_item_id)
  where state in ('open', 'checked', 'invalidated', 'retesting', 'retested');
create index oos_case_by_item on oos_case (enterprise_id, inspection_id, standard_item_id);
create index oos_case_by_state on oos_case (enterprise_id, state, opened_at) where state in ('open', 'checked', 'invalidated', 'retesting', 'retested');

-- Every value stays. One that takes the place of an earlier one names the case that allowed it.
alter table test_result
  add column part text not null default 'first' check (part in ('first', 'repeat', 'retest', 'correction')),
  add column case_id uuid,
  add constraint test_result_by_case check ((part = 'first') = (case_id is null)),
  add foreign key (enterprise_id, case_id) references oos_case (enterprise_id, id);
