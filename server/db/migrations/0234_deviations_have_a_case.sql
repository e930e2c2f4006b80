-- What is out of its range opens a case before the step closes (decisions 0067, 0068). The cases come with a later migration: a trigger looks for
-- the one that is named.
alter table production_deviation
  add column incident_id uuid,
  drop constraint production_deviation_kind_check,
  add constraint production_deviation_kind_check
    check (kind in ('parameter', 'yield', 'balance', 'gain', 'event', 'hold_time', 'surplus'));
