-- How long a document may wait in one state before it is overdue. No law gives these times: an enterprise sets its own, or none.
create table step_limit (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  -- The life and the state, in the words of the contract.
  life text not null check (life <> ''),
  state text not null check (state <> ''),
  -- Null: no limit any more.
  hours integer check (hours between 1 and 8760),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  constraint step_limit_once unique (enterprise_id, life, state)
);
call make_tenant_table('step_limit');

-- What the head of a room asks: how long the steps of the last weeks took.
create index release_decision_by_time on release_decision (enterprise_id, decided_at desc, id);
create index pack_release_by_time on pack_release (enterprise_id, decided_at desc, id);
create index packaging_record_by_finish on packaging_record (enterprise_id, finished_at desc, id);
