-- 召回的货与撤销召回 (decision 0065): what a recall brings back lies in the 退货区 as a return, and a recall that was started by mistake is withdrawn by two.
alter table recall_recovery add return_id uuid, add foreign key (enterprise_id, return_id) references customer_return,
  add constraint recovered_by_return check (return_id is null or became = 'recovered');
create index recall_recovery_by_return on recall_recovery (enterprise_id, return_id) where return_id is not null;

alter table recall_case add withdrawn_by uuid, add withdrawn_second uuid, add withdrawn_at timestamptz, add withdraw_reason text check (withdraw_reason <> ''),
  add foreign key (enterprise_id, withdrawn_by) references account,
  add foreign key (enterprise_id, withdrawn_second) references account,
  add constraint recall_withdrawn_by_two check (withdrawn_second <> withdrawn_by),
  add constraint recall_withdrawn check ((state = 'withdrawn') = (withdrawn_at is not null) and num_nulls(withdrawn_by, withdrawn_second, withdrawn_at, withdraw_reason) in (0, 4)),
  drop constraint recall_case_state_check,
  add constraint recall_case_state_check check (state in ('draft', 'started', 'closed', 'withdrawn', 'cancelled')),
  drop constraint recall_case_check3,
  add constraint recall_case_check3 check (kind = 'drill' or (state in ('started', 'closed', 'withdrawn')) = (started_at is not null)),
  drop constraint recall_case_check5,
  add constraint recall_case_check5 check ((made is not null) = (state in ('started', 'closed', 'withdrawn')) and num_nulls(made, in_house, shipped, other) in (0, 4));
