-- What was drawn has a life of its own: received by another person, tested, kept, looked at every year, disposed of before a witness (decision 0058).
-- A sample that is lost or too little is drawn again: the earlier sampling stays beside the new one.
alter table sampling
  add column replaced_at timestamptz,
  add column replace_reason text check (replace_reason <> ''),
  add constraint sampling_replaced check ((replaced_at is null) = (replace_reason is null)),
  drop constraint sampling_enterprise_id_inspection_id_key;
create unique index one_standing_sampling on sampling (enterprise_id, inspection_id) where replaced_at is null;
create index sampling_by_inspection on sampling (enterprise_id, inspection_id, id);

alter table sample
  add column state text not null default 'collected'
    check (state in ('collected', 'received', 'in_test', 'tested', 'retained', 'insufficient', 'lost', 'returned', 'scrapped', 'disposed')),
  add column container text check (container <> ''),
  add column shelf text check (shelf <> ''),
  add column received_by uuid,
  add column received_at timestamptz,
  -- The next yearly look at a retention sample, and the last day on which it is kept.
  add column observe_on date,
  add column retain_until date,
  add foreign key (enterprise_id, received_by) references account (enterprise_id, id),
  add constraint sample_received check ((received_by is null) = (received_at is null) and (received_by is null) = (container is null)
    and (received_by is null) = (shelf is null)),
  add constraint sample_kept check (observe_on is null or kind = 'retention');
create index sample_by_state on sample (enterprise_id, state, sample_no);
create index sample_by_due_day on sample (enterprise_id, (least(observe_on, retain_until + 1))) where state = 'retained';

-- What was done before this was written down: what was reported is tested, and what was kept then lies in its cabinet. Nobody wrote down who received it.
alter table sample no force row level security, disable trigger user;
alter table sampling no force row level security;
alter table inspection no force row level security;
alter table lot no force row level security;
alter table release_decision no force row level security;
update sample s set
  state = case when s.kind = 'retention' then 'retained' when i.state = 'approved' then 'tested' else 'received' end,
  retain_until = case when s.kind = 'retention' then coalesce(lot.expires_on,
    (select max(d.decided_at at time zone 'Asia/Shanghai')::date from release_decision d where d.enterprise_id = lot.enterprise_id and d.lot_id = lot.id))
    + interval '1 year' end
from sampling g join inspection i on i.enterprise_id = g.enterprise_id and i.id = g.inspection_id join lot on lot.enterprise_id = i.enterprise_id and lot.id = i.lot_id
where g.enterprise_id = s.enterprise_id and g.id = s.sampling_id;
alter table sample force row level security, enable trigger user;
alter table sampling force row level security;
alter table inspection force row level security;
alter table lot force row level security;
alter table release_decision force row level security;

-- What was done with a sample and seen of it.
create table sample_event (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  sample_id uuid not null,
  kind text not null check (kind in ('received', 'observed', 'lost', 'insufficient', 'returned', 'scrapped', 'disposed')),
  -- What a yearly look found.
  is_changed boolean,
  note text not null default '',
  -- g that were left when it went
  left_over numeric(10, 1) check (left_over >= 0),
  by_id uuid not null,
  witness_id uuid,
  happened_at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, sample_id) references sample (enterprise_id, id),
  foreign key (enterprise_id, by_id) references account (enterprise_id, id),
  foreign key (enterprise_id, witness_id) references account (enterprise_id, id),
  constraint sample_witness_is_other check (witness_id <> by_id),
  constraint sample_event_said check ((kind = 'observed') = (is_changed is not null) and (is_changed is not true or note <> '')
    and (kind not in ('lost', 'insufficient', 'returned', 'scrapped', 'disposed') or note <> '')
    and (kind <> 'disposed' or left_over is not null and witness_id is not null))
);
create index sample_event_by_sample on sample_event (enterprise_id, sample_id, id);
call make_evidence_table('sample_event');

-- A request whose lot was sampled is given up by two.
alter table inspection
  add column closed_second_by uuid,
  add foreign key (enterprise_id, closed_second_by) references account (enterprise_id, id),
  add constraint inspection_given_up_by_two check (closed_second_by <> closed_by);
grant update (state, container, shelf, received_by, received_at, observe_on, retain_until) on sample to bencao_app;
