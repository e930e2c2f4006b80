-- What waits for a person, and what lies in the bins: kept in the transaction that changes it (decision 0048). Each view says what is right, the
-- triggers renew the rows of the one document or lot that changed, `npm run verify` compares the whole.

-- The documents in a state in which a step is awaited (`awaitedIn` of the actions; work.test.ts compares the words), since when, until when at the
-- latest, and what the rules of that step ask about.
create or replace view waits_purchase with (security_invoker = true) as
  select o.enterprise_id, o.id as about, 'purchase' as life, o.id, o.state,
    coalesce(o.approved_at, given.latest, o.submitted_at, o.created_at) as since,
    case when o.state in ('approved', 'partially_received') then last_moment_of(o.expected_on) end as ends,
    jsonb_build_object('state', o.state, 'buyer', jsonb_build_object('id', o.buyer_id), 'approvals', coalesce(given.approvals, '[]')) as standing
  from purchase_order o left join lateral (
    select max(a.approved_at) as latest, jsonb_agg(jsonb_build_object('by', jsonb_build_object('id', a.approved_by)) order by a.step) as approvals
    from purchase_approval a where a.enterprise_id = o.enterprise_id and a.order_id = o.id and a.round = o.approval_round) given on true
  where o.state in ('draft', 'returned', 'submitted', 'half_approved', 'approved', 'partially_received', 'received');

create or replace view waits_inspection with (security_invoker = true) as
  select i.enterprise_id, i.id as about, i.side || '_inspection' as life, i.id, i.state,
    coalesce(t.reviewed_at, t.submitted_at, i.accepted_at, i.requested_at) as since, null::timestamptz as ends,
    jsonb_build_object('state', i.state, 'requestedBy', i.requested_by, 'analystIds', coalesce(t.analyst_ids, '{}'), 'reviewedBy', t.reviewed_by,
      'buyerId', o.buyer_id, 'receiverIds', array_remove(array[r.received_by, r.checked_by], null)) as standing
  from inspection i
    left join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id and t.state <> 'returned'
    left join raw_lot b on b.enterprise_id = i.enterprise_id and b.id = i.lot_id
    left join receipt r on r.enterprise_id = b.enterprise_id and r.id = b.receipt_id
    left join purchase_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id
  where i.state in ('requested', 'accepted', 'sampled', 'submitted', 'reviewed');

create or replace view waits_production with (security_invoker = true) as
  select o.enterprise_id, o.id as about, 'production' as life, o.id, o.state, coalesce(o.completed_at, o.approved_at, o.created_at) as since,
    null::timestamptz as ends,
    -- On the line every step changes what comes next, and a doubt may come from outside.
    case when o.state not in ('in_progress', 'paused') then jsonb_build_object('state', o.state, 'createdBy', o.created_by,
      'operatorIds', coalesce(o.operator_ids, '{}'), 'stepsTotal', jsonb_array_length(o.process -> 'steps'),
      'stepsDone', case when o.state in ('completed', 'sent_back') then jsonb_array_length(o.process -> 'steps') else 0 end,
      'isStepRunning', false, 'isChargeDoubtful', false) end as standing
  from production_order o where o.state in ('pending', 'approved', 'issued', 'in_progress', 'paused', 'completed', 'sent_back');

create or replace view waits_packaging with (security_invoker = true) as
  select o.enterprise_id, o.id as about, 'packaging' as life, o.id, o.state, coalesce(o.approved_at, o.created_at) as since, null::timestamptz as ends,
    jsonb_build_object('state', o.state, 'createdBy', jsonb_build_object('id', o.created_by)) as standing
  from packaging_order o where o.state in ('draft', 'approved', 'in_progress');

create or replace view waits_sale with (security_invoker = true) as
  select o.enterprise_id, o.id as about, 'sale' as life, o.id, o.state,
    coalesce(s.shipped_at, p.checked_at, p.picked_at, o.allocated_at, o.approved_at, o.submitted_at, o.created_at) as since, null::timestamptz as ends,
    jsonb_build_object('state', o.state, 'createdBy', jsonb_build_object('id', o.created_by), 'submittedBy', jsonb_build_object('id', o.submitted_by),
      'pickedBy', jsonb_build_object('id', p.picked_by)) as standing
  from sales_order o
    left join picking p on p.enterprise_id = o.enterprise_id and p.order_id = o.id and p.state <> 'void'
    left join shipment s on s.enterprise_id = o.enterprise_id and s.order_id = o.id
  where o.state in ('draft', 'submitted', 'approved', 'allocated', 'picked', 'checked', 'shipped');

create or replace view waits_supplier with (security_invoker = true) as
  select s.enterprise_id, s.id as about, 'supplier' as life, s.id, s.state, coalesce((select stop.placed_at from supplier_stop stop
      where stop.enterprise_id = s.enterprise_id and stop.supplier_id = s.id and stop.ended_at is null), s.created_at) as since,
    null::timestamptz as ends, null::jsonb as standing
  from supplier s where s.state in ('candidate', 'stopped');

create or replace view waits_process with (security_invoker = true) as
  select v.enterprise_id, v.id as about, 'process' as life, v.id, v.state, coalesce(v.reviewed_at, v.submitted_at, v.created_at) as since,
    null::timestamptz as ends,
    jsonb_build_object('state', v.state, 'writtenBy', jsonb_build_object('id', v.written_by), 'reviewedBy', jsonb_build_object('id', v.reviewed_by)) as standing
  from process_version v where v.state in ('draft', 'submitted', 'reviewed');

create or replace view waits_standard with (security_invoker = true) as
  select v.enterprise_id, v.id as about, 'standard' as life, v.id, v.state, coalesce(v.written_at, v.created_at) as since,
    case when v.state = 'written' then last_moment_of(v.effective_from) end as ends, null::jsonb as standing
  from standard_version v where v.state in ('draft', 'written');

create or replace view waits_correction with (security_invoker = true) as
  select c.enterprise_id, c.id as about, 'correction' as life, c.id, c.state, c.proposed_at as since, null::timestamptz as ends,
    jsonb_build_object('state', c.state, 'proposedBy', jsonb_build_object('id', c.proposed_by)) as standing
  from correction c where c.state = 'proposed';

create or replace view waits_change with (security_invoker = true) as
  select c.enterprise_id, c.id as about, 'change' as life, c.id, c.state, c.proposed_at as since, last_moment_of(c.effective_on) as ends,
    jsonb_build_object('state', c.state, 'record', c.record, 'proposedBy', jsonb_build_object('id', c.proposed_by), 'effectiveOn', c.effective_on,
      'trainees', case when c.state = 'approved' then '[{"isTrained": false}]' else '[]' end::jsonb) as standing
  -- An approved one waits for the training of those concerned.
  from change_request c where c.state = 'proposed' or c.state = 'approved' and cardinality(untrained_for(c)) > 0;

create or replace view waits_impact with (security_invoker = true) as
  select c.enterprise_id, c.id as about, 'impact' as life, c.id, c.state, c.opened_at as since, null::timestamptz as ends,
    jsonb_build_object('state', c.state, 'analystIds', '[]'::jsonb, 'producerIds', '[]'::jsonb) as standing
  from quality_case c where c.kind = 'impact' and c.state = 'open';

-- Who wrote a value of the inspection, which the rules ask about, may change while the case does not: it is read with the case.
create or replace view waits_oos with (security_invoker = true) as
  select c.enterprise_id, c.id as about, i.side || '_oos' as life, c.id, c.state,
    coalesce(case when c.state = 'retested' then (select max(r.entered_at) from test_result r
      where r.enterprise_id = c.enterprise_id and r.case_id = c.id and r.part = 'retest') end, c.retest_at, c.checked_at, c.opened_at) as since,
    null::timestamptz as ends, null::jsonb as standing
  from oos_case c join inspection i on i.enterprise_id = c.enterprise_id and i.id = c.inspection_id
  where c.state in ('open', 'checked', 'retesting', 'retested');

-- A sample waits to be received, and one that is kept waits, from its day on, to be looked at or to go. What the rules ask about is read with it.
create or replace view waits_sample with (security_invoker = true) as
  select s.enterprise_id, s.id as about, coalesce(i.side, 'bulk') || '_sample' as life, s.id, s.state,
    case s.state when 'collected' then coalesce(g.sampled_at, r.drawn_at) else least(s.observe_on, s.retain_until + 1)::timestamp at time zone 'Asia/Shanghai' end as since,
    null::timestamptz as ends, null::jsonb as standing
  from sample s left join sampling g on g.enterprise_id = s.enterprise_id and g.id = s.sampling_id
    left join inspection i on i.enterprise_id = g.enterprise_id and i.id = g.inspection_id
    left join pack_retention r on r.enterprise_id = s.enterprise_id and r.id = s.pack_retention_id
  where s.state = 'collected' or s.state = 'retained' and least(s.observe_on, s.retain_until + 1) is not null;

-- A recall that is going on waits for those who follow it up, until its clock while a customer has not answered, and until the next report to the authority.
create or replace view waits_recall with (security_invoker = true) as
  select c.enterprise_id, c.id as about, 'recall' as life, c.id, c.state, coalesce(c.started_at, c.created_at) as since,
    least(case when exists (select from recall_customer n where n.enterprise_id = c.enterprise_id and n.case_id = c.id
      and n.acknowledged_at is null and n.silence_at is null) then c.notify_by end, recall_report_due(c)) as ends,
    jsonb_build_object('state', c.state, 'createdBy', jsonb_build_object('id', c.created_by)) as standing
  from recall_case c where c.state in ('draft', 'started');

create or replace view waits_disposal with (security_invoker = true) as
  select c.enterprise_id, c.id as about, 'disposal' as life, c.id, c.state, coalesce(c.redecided_at, c.found_at, c.decided_at, c.proposed_at) as since,
    null::timestamptz as ends,
    jsonb_build_object('state', c.state, 'proposedBy', jsonb_build_object('id', c.proposed_by), 'foundBy', c.found_by, 'decidedBy', coalesce(c.redecided_by, c.decided_by),
      'photos', (select count(*) from attachment a where a.enterprise_id = c.enterprise_id and a.owner_table = 'disposal_case' and a.owner_id = c.id
        and a.kind = '照片' and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id))) as standing
  from disposal_case c where c.state in ('proposed', 'approved', 'reported');

-- What goes back to its supplier waits until the supplier has said that it came.
create or replace view waits_supplier_return with (security_invoker = true) as
  select r.enterprise_id, r.id as about, 'supplier_return' as life, r.id, r.state, coalesce(r.unconfirmed_at, r.sent_at, r.decided_at, r.proposed_at) as since,
    null::timestamptz as ends,
    jsonb_build_object('state', r.state, 'proposedBy', jsonb_build_object('id', r.proposed_by), 'decidedBy', r.decided_by, 'confirmedBy', r.confirmed_by) as standing
  from supplier_return r where r.state in ('proposed', 'approved', 'sent');

-- What was not as the delivery note said waits for the supplier's answer, and then for its end.
create or replace view waits_discrepancy with (security_invoker = true) as
  select d.enterprise_id, d.id as about, 'discrepancy' as life, d.id, d.state, coalesce(d.answered_at, d.opened_at) as since, null::timestamptz as ends,
    jsonb_build_object('state', d.state, 'answeredBy', d.answered_by) as standing
  from receipt_discrepancy d where d.state in ('open', 'answered');

create or replace view waits_stocktake with (security_invoker = true) as
  select c.enterprise_id, c.id as about, 'stocktake' as life, c.id, c.state, c.planned_at as since, null::timestamptz as ends, null::jsonb as standing
  from stocktake c where c.state = 'counting';

-- A plan that is written waits for its approval; a time point waits from the first of its days on, until the last.
create or replace view waits_stability_plan with (security_invoker = true) as
  select p.enterprise_id, p.id as about, 'stability_plan' as life, p.id, p.state, p.written_at as since, null::timestamptz as ends,
    jsonb_build_object('state', p.state, 'writtenBy', jsonb_build_object('id', p.written_by)) as standing
  from stability_plan p where p.state = 'draft';

create or replace view waits_stability_point with (security_invoker = true) as
  select t.enterprise_id, t.id as about, 'stability_point' as life, t.id, t.state, t.opens_on::timestamp at time zone 'Asia/Shanghai' as since,
    last_moment_of(t.closes_on) as ends, null::jsonb as standing
  from stability_point t where t.state = 'open';

-- What comes back waits for the next step since the last; a disposal of what is to be destroyed has its own record.
create or replace view waits_customer_return with (security_invoker = true) as
  select r.enterprise_id, r.id as about, 'customer_return' as life, r.id, r.state,
    coalesce(d.decided_at, i.inspected_at, c.received_at, r.approved_at, r.created_at) as since, null::timestamptz as ends,
    jsonb_build_object('state', r.state, 'kind', r.kind, 'createdBy', jsonb_build_object('id', r.created_by)) as standing
  from customer_return r
    left join return_receipt c on c.enterprise_id = r.enterprise_id and c.return_id = r.id and c.taken_back_at is null
    left join lateral (select max(x.inspected_at) as inspected_at from return_inspection x where x.enterprise_id = c.enterprise_id and x.receipt_id = c.id) i on true
    left join return_decision d on d.enterprise_id = c.enterprise_id and d.receipt_id = c.id and d.withdrawn_at is null
  where r.state in ('requested', 'awaited', 'received', 'inspected', 'restocking');

create or replace view waits_carrier_claim with (security_invoker = true) as
  select c.enterprise_id, c.id as about, 'carrier_claim' as life, c.id, c.state, c.opened_at as since, null::timestamptz as ends,
    jsonb_build_object('state', c.state) as standing
  from carrier_claim c where c.state = 'open';

-- A case waits until its own day, that of its report to the authority, or that of a measure, whichever comes first. Whom it concerns is read with it.
create or replace view waits_incident with (security_invoker = true) as
  select c.enterprise_id, c.id as about, 'incident' as life, c.id, c.state, c.in_state_since as since,
    least(last_moment_of(c.due_on), case when c.reported_on is null and c.report_waived = '' then last_moment_of(c.report_by) end,
      last_moment_of((select min(m.due_on) from incident_measure m where m.enterprise_id = c.enterprise_id and m.incident_id = c.id and m.state = 'open'))) as ends,
    null::jsonb as standing
  from incident c where c.state in ('open', 'investigating', 'submitted', 'approved');

create or replace view waits_registration with (security_invoker = true) as
  select r.enterprise_id, r.id as about, case when r.for_platform then 'founding' else 'joining' end as life, r.id, r.state,
    coalesce(r.email_confirmed_at, r.created_at) as since, null::timestamptz as ends, jsonb_build_object('state', r.state, 'kind', r.kind) as standing
  from registration r where r.state = 'pending';

create or replace view waits_secret with (security_invoker = true) as
  select s.enterprise_id, s.id as about, 'secret' as life, s.id, s.state, s.set_at as since,
    case when s.what in ('account', 'password') and person.must_change_password then person.one_time_until end as ends, null::jsonb as standing
  from secret_confirmation s join account person on person.enterprise_id = s.enterprise_id and person.id = s.account_id where s.state = 'waiting';

create or replace view waits_proposal with (security_invoker = true) as
  select p.enterprise_id, p.id as about, 'proposal' as life, p.id, p.state, p.proposed_at as since, null::timestamptz as ends, null::jsonb as standing
  from rights_proposal p where p.state = 'waiting';

-- An authorisation waits for its approval, and one that is in force to be given anew or its training to be renewed: from a month before the end of either, or at once where it is suspended.
create or replace view waits_authorisation with (security_invoker = true) as
  select a.enterprise_id, a.id as about, 'authorisation' as life, a.id, a.state,
    case a.state when 'proposed' then a.given_at when 'suspended' then a.ended_at else greatest(a.approved_at, (least(a.valid_until, training_until(a)) - 30)::timestamp at time zone 'Asia/Shanghai') end as since,
    case when a.state = 'valid' then last_moment_of(least(a.valid_until, training_until(a))) end as ends, null::jsonb as standing
  from authorisation a where a.state in ('proposed', 'valid', 'suspended');

create or replace view waits_deputy with (security_invoker = true) as
  select d.enterprise_id, d.id as about, 'deputy' as life, d.id, d.state, d.given_at as since, last_moment_of(d.valid_from) as ends, null::jsonb as standing
  from deputy d where d.state = 'proposed';

-- The lots of which something lies in a bin.
create or replace view lots_at_hand with (security_invoker = true) as
  select l.enterprise_id, l.id as lot_id, l.kind, l.state, l.holds > 0 as is_held, l.retest_on, l.expires_on,
    goods_of(l) as goods_id, due_day_of(l) as due_on, l.born_on from lot l
  where exists (select from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
    where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real and b.quantity > 0);

-- kg of a bulk batch that lie in bins and that no order takes.
create or replace function left_to_pack(batch lot) returns numeric language sql stable as $$
  select coalesce((select sum(b.quantity) from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
      where b.enterprise_id = batch.enterprise_id and b.lot_id = batch.id and b.is_real and b.quantity > 0), 0)
    - coalesce((select sum(r.quantity) from lot_reservation r where r.enterprise_id = batch.enterprise_id and r.lot_id = batch.id), 0)
    - coalesce((select sum(o.planned_packs * spec.net_quantity) from packaging_order o
        join pack_spec spec on spec.enterprise_id = o.enterprise_id and spec.id = o.pack_spec_id
        where o.enterprise_id = batch.enterprise_id and o.bulk_lot_id = batch.id and o.state = 'draft' and o.repack_of is null), 0);
$$;
grant execute on function left_to_pack(lot) to bencao_app;

-- Whether an inspection of the lot is under way.
create or replace function is_inspected(given lot) returns boolean language sql stable as $$
  select exists (select from inspection i where i.enterprise_id = given.enterprise_id and i.lot_id = given.id
    and i.state in ('requested', 'accepted', 'sampled', 'submitted', 'reviewed'));
$$;
grant execute on function is_inspected(lot) to bencao_app;

-- What is asked of a bought lot: to be inspected and decided about. A retest is asked from some days before its day on: its row lies there before it
-- comes.
create or replace view waits_bought_lot with (security_invoker = true) as
  select l.enterprise_id, l.id as about, 'raw_request' as life, l.id, 'waiting' as state,
    case when l.state = 'quarantine' then l.created_at
      else (l.retest_on - m.retest_notice)::timestamp at time zone 'Asia/Shanghai' end as since,
    case when l.state <> 'quarantine' then last_moment_of(l.retest_on) end as ends, jsonb_build_object('state', 'waiting') as standing
  from lot l join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id
  where l.kind in ('raw', 'auxiliary') and l.unit = 'kg' and (l.state = 'quarantine' or l.state in ('released', 'retest_due') and l.retest_on is not null
      and exists (select from lot_at_hand h where h.enterprise_id = l.enterprise_id and h.lot_id = l.id))
    and not is_inspected(l)
  union all
  -- Counted packaging materials are looked at and accepted (decision 0096).
  select l.enterprise_id, l.id, 'pack_acceptance', l.id, 'waiting', case when l.state = 'quarantine' then l.created_at
      else (l.retest_on - m.retest_notice)::timestamp at time zone 'Asia/Shanghai' end,
    case when l.state <> 'quarantine' then last_moment_of(l.retest_on) end, jsonb_build_object('state', 'waiting')
  from lot l join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id
  where l.kind = 'auxiliary' and l.unit <> 'kg' and (l.state = 'quarantine' or l.state in ('released', 'retest_due') and l.retest_on is not null
      and exists (select from lot_at_hand h where h.enterprise_id = l.enterprise_id and h.lot_id = l.id))
  union all
  select l.enterprise_id, l.id, 'raw_release', r.id, 'pending', r.approved_at, null,
    jsonb_build_object('state', 'pending', 'conforms', r.conforms, 'holds', l.holds, 'lotState', l.state, 'analystIds', r.analyst_ids,
      'buyerId', o.buyer_id, 'receiverIds', array_remove(array[c.received_by, c.checked_by], null), 'isLatest', not exists (
        select from report later where later.enterprise_id = r.enterprise_id and later.lot_id = r.lot_id and later.id > r.id))
  from lot l join raw_lot w on w.enterprise_id = l.enterprise_id and w.id = l.id
    join report r on r.enterprise_id = l.enterprise_id and r.lot_id = l.id and r.state = 'approved'
    join receipt c on c.enterprise_id = w.enterprise_id and c.id = w.receipt_id
    join purchase_order o on o.enterprise_id = w.enterprise_id and o.id = w.order_id
  where l.state <> 'rejected' and not (r.conforms and exists (select from inspection i where i.enterprise_id = r.enterprise_id and i.id = r.inspection_id
      and i.request_kind = 'investigation')) and not exists (select from release_decision d
    join report version on version.enterprise_id = d.enterprise_id and version.id = d.report_id
    where d.enterprise_id = r.enterprise_id and d.lot_id = r.lot_id and version.inspection_id = r.inspection_id);

-- What is asked of a batch: to be inspected, rejected, packed. Of one that may be packed, an expiry and what its ancestors pass on are asked when it is read.
create or replace view waits_batch with (security_invoker = true) as
  select l.enterprise_id, l.id as about, 'bulk_request' as life, l.id, 'waiting' as state, l.created_at as since, null::timestamptz as ends,
    jsonb_build_object('state', 'waiting') as standing
  from lot l where l.kind = 'bulk' and l.state = 'quarantine' and not is_inspected(l) and not is_unfinished(l)
  union all
  select l.enterprise_id, l.id, 'failed_batch', i.id, 'approved', t.reviewed_at, null,
    jsonb_build_object('state', 'approved', 'verdict', t.verdict, 'lotState', l.state, 'analystIds', t.analyst_ids)
  from lot l join inspection i on i.enterprise_id = l.enterprise_id and i.lot_id = l.id and i.side = 'bulk' and i.state = 'approved'
    join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id and t.state <> 'returned' and t.verdict = 'FAIL'
  where l.kind = 'bulk' and l.state = 'under_test'
  union all
  select l.enterprise_id, l.id, 'unpacked_batch', l.id, 'waiting', coalesce((select max(r.approved_at) from report r
      where r.enterprise_id = l.enterprise_id and r.lot_id = l.id), l.created_at), null, jsonb_build_object('state', 'waiting')
  from lot l
  where l.kind = 'bulk' and l.state = 'conforming' and l.holds = 0
    -- Anything at all is at least 0.1 g; asked once, since it costs the most here.
    and left_to_pack(l) >= greatest((select min(spec.net_quantity) from pack_spec spec
      where spec.enterprise_id = l.enterprise_id and spec.product_id = l.product_id and spec.is_active), 0.0001);

create or replace view waits_pack_lot with (security_invoker = true) as
  select l.enterprise_id, l.id as about, 'pack_release' as life, l.id, l.state, l.created_at as since, null::timestamptz as ends, null::jsonb as standing
  from lot l where l.kind = 'pack' and l.state = 'quarantine';

-- A point whose reading is not there in time.
create or replace view waits_climate_point with (security_invoker = true) as
  select p.enterprise_id, p.id as about, 'climate_point' as life, p.id, p.state, p.due_at as since, null::timestamptz as ends,
    jsonb_build_object('state', p.state, 'isRoom', p.room_id is not null) as standing
  from climate_point p where p.state = 'due';

-- A review of rights that goes on, and from two weeks before its day that the next one is to begin.
create or replace view waits_rights_review with (security_invoker = true) as
  select r.enterprise_id, r.id as about, 'rights_review' as life, r.id, r.state, coalesce(case r.state when 'approved' then r.approved_at when 'submitted' then r.submitted_at end, r.begun_at) as since,
    null::timestamptz as ends, null::jsonb as standing
  from rights_review r where r.state in ('open', 'submitted', 'approved');

create or replace view waits_rights_due with (security_invoker = true) as
  select e.id as enterprise_id, e.id as about, 'rights_due' as life, e.id, 'due' as state, (rights_review_due(e.id) - 14)::timestamp at time zone 'Asia/Shanghai' as since,
    last_moment_of(rights_review_due(e.id)) as ends, jsonb_build_object('state', 'due') as standing
  from enterprise e where not exists (select from rights_review r where r.enterprise_id = e.id and r.state in ('open', 'submitted', 'approved'));

-- Lots in the bins that a plan of care asks to be looked at, from that day on: by the bin in which they were looked at longest ago. Where
-- nobody has made a plan, no lot is looked at.
create or replace view waits_care with (security_invoker = true) as
  select l.enterprise_id, l.id as about, p.side || '_care' as life, l.id, 'due' as state, due.day::timestamp at time zone 'Asia/Shanghai' as since,
    last_moment_of(due.day) as ends, jsonb_build_object('state', 'due') as standing
  from lot_at_hand h join lot l on l.enterprise_id = h.enterprise_id and l.id = h.lot_id
    cross join lateral care_plan_of(l) p
    cross join lateral (select care_due(p, min(last_care(l, b.place_id))) as day from stock_balance b
      join place on place.enterprise_id = b.enterprise_id and place.id = b.place_id and place.kind = 'bin'
      where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real and b.quantity > 0 and p.id is not null) due
  where due.day is not null and exists (select from care_plan);

-- Everything that waits.
create or replace view waits with (security_invoker = true) as
  select * from waits_bought_lot union all select * from waits_batch union all select * from waits_pack_lot
  union all select * from waits_purchase union all select * from waits_inspection union all select * from waits_production
  union all select * from waits_packaging union all select * from waits_sale union all select * from waits_supplier union all select * from waits_process
  union all select * from waits_standard union all select * from waits_correction union all select * from waits_change union all select * from waits_impact
  union all select * from waits_oos union all select * from waits_sample union all select * from waits_stability_plan union all select * from waits_stability_point union all select * from waits_recall union all select * from waits_customer_return union all select * from waits_carrier_claim union all select * from waits_incident union all select * from waits_disposal union all select * from waits_supplier_return union all select * from waits_discrepancy union all select * from waits_stocktake union all select * from waits_registration union all select * from waits_secret union all select * from waits_proposal
  union all select * from waits_authorisation union all select * from waits_deputy
  union all select * from waits_climate_point union all select * from waits_care
  union all select * from waits_rights_review union all select * from waits_rights_due;

-- The moment an enterprise's own limit gives, or the record's if that is earlier.
create or replace function due_of(of_enterprise uuid, of_life text, of_state text, since timestamptz, ends timestamptz) returns timestamptz
language sql stable as $$
  select least(ends, since + (select make_interval(hours => hours) from step_limit l
    where l.enterprise_id = of_enterprise and l.life = of_life and l.state = of_state));
$$;

-- One function for each view, which all say the same: the document that changed waits as the view says, or not at all. `tg_argv` names the column of the
-- document where the row that changed is beside it.
do $make$
declare
  view text;
begin
  foreach view in array array['purchase', 'inspection', 'production', 'packaging', 'sale', 'supplier', 'process', 'standard', 'correction', 'change',
    'impact', 'oos', 'sample', 'stability_plan', 'stability_point', 'recall', 'customer_return', 'carrier_claim', 'incident', 'disposal', 'supplier_return', 'discrepancy', 'stocktake', 'registration', 'secret', 'proposal', 'authorisation', 'deputy',
    'climate_point', 'rights_review', 'rights_due'] loop
    execute format($text$
      create or replace function keep_waiting_%1$s() returns trigger language plpgsql security definer
        set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_%1$s where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $$
    $text$, view);
  end loop;
end $make$;

create or replace trigger waiting_kept after insert or update on purchase_order for each row execute function keep_waiting_purchase();
create or replace trigger waiting_kept after insert on purchase_approval for each row execute function keep_waiting_purchase('order_id');
create or replace trigger waiting_kept after insert or update of state on inspection for each row execute function keep_waiting_inspection();
create or replace trigger waiting_kept after insert or update of state on test_record for each row execute function keep_waiting_inspection('inspection_id');
create or replace trigger waiting_kept after insert on production_order for each row execute function keep_waiting_production();
-- On the line it waits as it did before, whatever a step writes of it.
create or replace trigger waiting_of_change_kept after update of state on production_order for each row
  when (new.state <> old.state or new.state not in ('in_progress', 'paused')) execute function keep_waiting_production();
create or replace trigger waiting_kept after insert or update of state on packaging_order for each row execute function keep_waiting_packaging();
create or replace trigger waiting_kept after insert or update of state on sales_order for each row execute function keep_waiting_sale();
create or replace trigger waiting_kept after insert or update of state on picking for each row execute function keep_waiting_sale('order_id');
create or replace trigger waiting_kept after insert on shipment for each row execute function keep_waiting_sale('order_id');
create or replace trigger waiting_kept after insert or update of state on supplier for each row execute function keep_waiting_supplier();
create or replace trigger waiting_kept after insert or update of ended_at on supplier_stop for each row execute function keep_waiting_supplier('supplier_id');
create or replace trigger waiting_kept after insert or update on process_version for each row execute function keep_waiting_process();
create or replace trigger waiting_kept after insert or update on standard_version for each row execute function keep_waiting_standard();
create or replace trigger waiting_kept after insert or update of state on correction for each row execute function keep_waiting_correction();
create or replace trigger waiting_kept after insert or update of state on change_request for each row execute function keep_waiting_change();
create or replace trigger change_kept after insert or update of voided_at on training for each row when (new.change_id is not null) execute function keep_waiting_change('change_id');
-- Who leaves is not waited for, and who comes back is.
create or replace function renew_changes_of_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  concerned constant uuid[] := array(select c.id from change_request c where c.enterprise_id = new.enterprise_id and c.state = 'approved' and new.id = any (c.trainee_ids));
begin
  delete from waiting w where w.enterprise_id = new.enterprise_id and w.life = 'change' and w.id = any (concerned);
  insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
  select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
  from waits_change where enterprise_id = new.enterprise_id and id = any (concerned);
  return null;
end $$;
create or replace trigger changes_renewed after update of state on account for each row when (new.state <> old.state) execute function renew_changes_of_person();
create or replace trigger waiting_kept after insert or update of state on quality_case for each row execute function keep_waiting_impact();
create or replace trigger waiting_kept after insert or update of state on oos_case for each row execute function keep_waiting_oos();
create or replace trigger waiting_kept after insert or update of state, observe_on, retain_until on sample for each row execute function keep_waiting_sample();
create or replace trigger waiting_kept after insert or update of state, due_at on climate_point for each row execute function keep_waiting_climate_point();
create or replace trigger waiting_kept after insert or update on stability_plan for each row execute function keep_waiting_stability_plan();
create or replace trigger waiting_kept after insert or update of state, opens_on, closes_on on stability_point for each row execute function keep_waiting_stability_point();
create or replace trigger waiting_kept after insert or update of state on recall_case for each row execute function keep_waiting_recall();
create or replace trigger waiting_kept after insert or update of state on disposal_case for each row execute function keep_waiting_disposal();
create or replace trigger waiting_kept after insert on attachment for each row when (new.owner_table = 'disposal_case')
  execute function keep_waiting_disposal('owner_id');
create or replace trigger waiting_kept after insert or update of state on supplier_return for each row execute function keep_waiting_supplier_return();
create or replace trigger waiting_kept after insert or update of state on receipt_discrepancy for each row execute function keep_waiting_discrepancy();
create or replace trigger waiting_kept after insert or update of state on stocktake for each row execute function keep_waiting_stocktake();
create or replace trigger waiting_kept after insert or update on customer_return for each row execute function keep_waiting_customer_return();
create or replace trigger waiting_kept after insert or update of taken_back_at on return_receipt for each row execute function keep_waiting_customer_return('return_id');
create or replace trigger waiting_kept after insert or update of state on carrier_claim for each row execute function keep_waiting_carrier_claim();
create or replace trigger waiting_kept after insert on recall_report for each row execute function keep_waiting_recall('case_id');
create or replace trigger waiting_kept after insert or update of acknowledged_at, silence_at on recall_customer for each row execute function keep_waiting_recall('case_id');
create or replace trigger waiting_kept after insert or update of state, due_on, report_by, reported_on, report_waived on incident
  for each row execute function keep_waiting_incident();
create or replace trigger waiting_kept after insert or update of state, due_on on incident_measure for each row execute function keep_waiting_incident('incident_id');
create or replace trigger waiting_kept after insert or update of state on registration for each row execute function keep_waiting_registration();
create or replace trigger waiting_kept after insert or update of state on secret_confirmation for each row execute function keep_waiting_secret();
create or replace trigger waiting_kept after insert or update of state on rights_proposal for each row execute function keep_waiting_proposal();
create or replace trigger waiting_kept after insert or update of state on authorisation for each row execute function keep_waiting_authorisation();
-- A training that is recorded or voided moves the days of what rests on its kind.
create or replace function keep_waiting_of_training() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into waiting as w (enterprise_id, about, life, id, state, since, ends, due, standing)
  select v.enterprise_id, v.about, v.life, v.id, v.state, v.since, v.ends, due_of(v.enterprise_id, v.life, v.state, v.since, v.ends), v.standing
  from authorisation a join waits_authorisation v on v.enterprise_id = a.enterprise_id and v.id = a.id
  where a.enterprise_id = new.enterprise_id and a.person_id = new.person_id and a.state = 'valid'
  on conflict (enterprise_id, about, life, id) do update set since = excluded.since, ends = excluded.ends, due = excluded.due
    where (w.since, w.ends, w.due) is distinct from (excluded.since, excluded.ends, excluded.due);
  return null;
end $$;
create or replace trigger waiting_kept after insert or update of voided_at on training for each row execute function keep_waiting_of_training();
create or replace trigger waiting_kept after insert or update of state on rights_review for each row execute function keep_waiting_rights_review();
create or replace trigger waiting_of_due_kept after insert or update of state, approved_at on rights_review for each row execute function keep_waiting_rights_due('enterprise_id');
-- An enterprise begins with its first account.
create or replace trigger waiting_of_rights_kept after insert on account for each row execute function keep_waiting_rights_due('enterprise_id');
create or replace trigger waiting_kept after insert or update of state on deputy for each row execute function keep_waiting_deputy();

-- A photograph that is taken back is none: a disposal that has no other cannot be carried out.
create or replace function renew_disposal_of_photo() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update waiting w set standing = v.standing
  from attachment a, waits_disposal v
  where a.enterprise_id = new.enterprise_id and a.id = new.attachment_id and a.owner_table = 'disposal_case'
    and v.enterprise_id = a.enterprise_id and v.id = a.owner_id and w.enterprise_id = a.enterprise_id and w.about = a.owner_id;
  return null;
end $$;
create or replace trigger waiting_kept after insert on attachment_void for each row execute function renew_disposal_of_photo();

-- A password that a person changes ends with its day.
create or replace function renew_secrets() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update waiting w set ends = v.ends, due = due_of(v.enterprise_id, v.life, v.state, v.since, v.ends)
  from secret_confirmation s, waits_secret v
  where s.enterprise_id = new.enterprise_id and s.account_id = new.id and s.state = 'waiting' and v.enterprise_id = s.enterprise_id and v.id = s.id
    and w.enterprise_id = s.enterprise_id and w.about = s.id;
  return null;
end $$;
create or replace trigger waiting_kept after update of must_change_password, one_time_until on account for each row
  when ((new.must_change_password, new.one_time_until) is distinct from (old.must_change_password, old.one_time_until)) execute function renew_secrets();

-- What waits is measured by the limit of this moment.
create or replace function renew_due() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update waiting set due = least(ends, since + make_interval(hours => new.hours))
  where enterprise_id = new.enterprise_id and life = new.life and state = new.state;
  return null;
end $$;
create or replace trigger waiting_kept after insert or update of hours on step_limit for each row execute function renew_due();

-- Whether the lot lies in a bin, and what is asked of it. The plan is always the same, by the key: it is made once a connection.
create or replace function renew_lot(of_enterprise uuid, of_lot uuid) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  with said as materialized (
    select * from lots_at_hand where enterprise_id = of_enterprise and lot_id = of_lot
  ), written as (
    insert into lot_at_hand as h (enterprise_id, lot_id, kind, state, is_held, retest_on, expires_on, goods_id, due_on, born_on) select * from said
    on conflict (enterprise_id, lot_id) do update set state = excluded.state, is_held = excluded.is_held, retest_on = excluded.retest_on,
      expires_on = excluded.expires_on, due_on = excluded.due_on, born_on = excluded.born_on
      where (h.state, h.is_held, h.retest_on, h.expires_on, h.born_on) is distinct from
        (excluded.state, excluded.is_held, excluded.retest_on, excluded.expires_on, excluded.born_on))
  delete from lot_at_hand where enterprise_id = of_enterprise and lot_id = of_lot and not exists (select from said);
  perform renew_waiting_of_lot(of_enterprise, of_lot);
end $$;

-- What is asked of a lot, by its kind: each has a plan of its own, which asks little. A row that says what it said is not written.
do $make$
declare
  view text;
begin
  foreach view in array array['bought_lot', 'batch', 'pack_lot'] loop
    execute format($text$
      create or replace function renew_waiting_%1$s(of_enterprise uuid, of_lot uuid) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
      begin
        with said as materialized (
          select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends) as due, standing
          from waits_%1$s where enterprise_id = of_enterprise and about = of_lot
        ), written as (
          insert into waiting as w (enterprise_id, about, life, id, state, since, ends, due, standing) select * from said
          on conflict (enterprise_id, about, life, id) do update
            set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing
            where (w.state, w.since, w.ends, w.due, w.standing) is distinct from
              (excluded.state, excluded.since, excluded.ends, excluded.due, excluded.standing))
        delete from waiting w where w.enterprise_id = of_enterprise and w.about = of_lot and w.life not in ('raw_care', 'pack_care')
          and not exists (select from said where said.life = w.life and said.id = w.id);
      end $$
    $text$, view);
  end loop;
end $make$;

create or replace function renew_waiting_of_lot(of_enterprise uuid, of_lot uuid) returns void language plpgsql as $$
begin
  case (select kind from lot where enterprise_id = of_enterprise and id = of_lot)
    when 'bulk' then perform renew_waiting_batch(of_enterprise, of_lot);
    when 'pack' then perform renew_waiting_pack_lot(of_enterprise, of_lot);
    else perform renew_waiting_bought_lot(of_enterprise, of_lot);
  end case;
end $$;

-- A lot that begins, or of which a state, a hold or a day changes.
create or replace function keep_lot() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_lot(new.enterprise_id, new.id);
  return null;
end $$;
create or replace trigger waiting_kept after insert on lot for each row execute function keep_lot();
create or replace trigger waiting_renewed after update of state, holds, retest_on, expires_on, born_on on lot for each row
  when ((old.state, old.holds, old.retest_on, old.expires_on, old.born_on) is distinct from (new.state, new.holds, new.retest_on, new.expires_on, new.born_on)) execute function keep_lot();

-- The first of a lot comes to the bins or the last of it goes; of a batch that is packed, each change counts. What goes from bin to bin changes nothing.
create or replace function keep_lot_of_balance() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if (old.quantity = 0) <> (new.quantity = 0) and
    exists (select from lot_at_hand where enterprise_id = new.enterprise_id and lot_id = new.lot_id) <>
    exists (select from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
      where b.enterprise_id = new.enterprise_id and b.lot_id = new.lot_id and b.is_real and b.quantity > 0)
    or exists (select from lot where enterprise_id = new.enterprise_id and id = new.lot_id and kind = 'bulk' and state = 'conforming')
  then perform renew_lot(new.enterprise_id, new.lot_id);
  end if;
  return null;
end $$;
create or replace trigger waiting_kept after update of quantity on stock_balance for each row when (new.is_real and old.quantity <> new.quantity)
  execute function keep_lot_of_balance();

-- When a lot is to be looked at. Whoever gives a plan waits for those who bring lots, and they for them.
create or replace function renew_waiting_care(of_enterprise uuid, of_lot uuid) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('care ' || of_enterprise, 0));
  -- Where no plan was ever given nothing is to be looked at.
  if not exists (select from care_plan p where p.enterprise_id = of_enterprise) then return; end if;
  with said as materialized (
    select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends) as due, standing
    from waits_care where enterprise_id = of_enterprise and about = of_lot
  ), written as (
    insert into waiting as w (enterprise_id, about, life, id, state, since, ends, due, standing) select * from said
    on conflict (enterprise_id, about, life, id) do update set since = excluded.since, ends = excluded.ends, due = excluded.due
      where (w.since, w.ends, w.due) is distinct from (excluded.since, excluded.ends, excluded.due))
  delete from waiting w where w.enterprise_id = of_enterprise and w.about = of_lot and w.life in ('raw_care', 'pack_care') and not exists (select from said);
end $$;

-- The first of a lot comes to a bin, or the last of it goes.
create or replace function keep_care_of_balance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from place p where p.enterprise_id = new.enterprise_id and p.id = new.place_id and p.kind = 'bin') then
    perform renew_waiting_care(new.enterprise_id, new.lot_id);
  end if;
  return null;
end $$;
create or replace trigger waiting_of_care_kept after update of quantity on stock_balance for each row
  when (new.is_real and (old.quantity = 0) <> (new.quantity = 0)) execute function keep_care_of_balance();

-- A lot was looked at, or was not after all.
create or replace function keep_care_of_line() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_waiting_care(new.enterprise_id, case tg_table_name when 'care_line' then (to_jsonb(new) ->> 'lot_id')::uuid
    else (select c.lot_id from care_line c where c.enterprise_id = new.enterprise_id and c.id = (to_jsonb(new) ->> 'line_id')::uuid) end);
  return null;
end $$;
create or replace trigger waiting_kept after insert on care_line for each row execute function keep_care_of_line();
create or replace trigger waiting_kept after insert on care_void for each row execute function keep_care_of_line();

-- The day it was received or made is put right.
create or replace function keep_care_of_lot() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_waiting_care(new.enterprise_id, new.id);
  return null;
end $$;
create or replace trigger waiting_of_care_kept after update of born_on on lot for each row when (old.born_on <> new.born_on) execute function keep_care_of_lot();

-- Whether a lot is of a material, or was made of it as its product says.
create or replace function goods_are_of(given lot, material uuid) returns boolean language sql stable
  return given.material_id = material or exists (select from product r where r.enterprise_id = given.enterprise_id and r.id = given.product_id and r.material_id = material);
grant execute on function goods_are_of(lot, uuid) to bencao_app;

-- Another plan is asked of all that lies there, and a herb of another class has another plan.
create or replace function keep_care_of_plan() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_waiting_care(h.enterprise_id, h.lot_id) from lot_at_hand h join lot l on l.enterprise_id = h.enterprise_id and l.id = h.lot_id
  where h.enterprise_id = new.enterprise_id and case tg_table_name
    when 'care_plan' then care_side(h.kind) = to_jsonb(new) ->> 'side' and (to_jsonb(new) ->> 'material_id' is null or goods_are_of(l, (to_jsonb(new) ->> 'material_id')::uuid))
    else goods_are_of(l, new.id) end
  order by h.lot_id;
  return null;
end $$;
create or replace trigger waiting_kept after insert on care_plan for each row execute function keep_care_of_plan();
create or replace trigger care_kept after update of material_class on material for each row
  when (old.material_class <> new.material_class) execute function keep_care_of_plan();

-- What is asked of a lot changes with its inspections, reports and decisions, and of a batch with the orders that take of it.
create or replace function keep_waiting_of_lot() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_waiting_of_lot(new.enterprise_id, case tg_table_name
    when 'test_record' then (select lot_id from inspection i where i.enterprise_id = new.enterprise_id and i.id = (to_jsonb(new) ->> 'inspection_id')::uuid)
    when 'packaging_order' then (to_jsonb(new) ->> 'bulk_lot_id')::uuid else (to_jsonb(new) ->> 'lot_id')::uuid end);
  return null;
end $$;
create or replace trigger waiting_of_lot_kept after insert or update of state on inspection for each row execute function keep_waiting_of_lot();
create or replace trigger waiting_of_lot_kept after update of state on test_record for each row execute function keep_waiting_of_lot();
create or replace trigger waiting_of_lot_kept after insert or update of state on report for each row execute function keep_waiting_of_lot();
create or replace trigger waiting_of_lot_kept after insert on release_decision for each row execute function keep_waiting_of_lot();
create or replace trigger waiting_of_lot_kept after insert or update of state, planned_packs, pack_spec_id on packaging_order for each row execute function keep_waiting_of_lot();
create or replace trigger waiting_of_lot_kept after insert or update of quantity on lot_reservation for each row
  when (new.document_kind = 'packaging_order') execute function keep_waiting_of_lot();

-- With its batch everything that came of it is asked to be inspected: it was not before.
create or replace function keep_waiting_of_made() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_waiting_of_lot(m.enterprise_id, m.lot_id) from made_lot m where m.enterprise_id = new.enterprise_id and m.order_id = new.id;
  return null;
end $$;
create or replace trigger waiting_of_made_kept after update of state on production_order for each row
  when (old.state in ('in_progress', 'paused') and new.state not in ('in_progress', 'paused')) execute function keep_waiting_of_made();

-- A lot begins before it is said what it came of.
create or replace trigger waiting_of_lot_kept after insert on production_part for each row execute function keep_waiting_of_lot();
create or replace trigger waiting_of_lot_kept after insert on production_co_product for each row when (new.lot_id is not null) execute function keep_waiting_of_lot();

-- The smallest pack of a product says which of its batches are worth an order.
create or replace function keep_waiting_of_product() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_waiting_of_lot(h.enterprise_id, h.lot_id) from lot_at_hand h join lot l on l.enterprise_id = h.enterprise_id and l.id = h.lot_id
  where h.enterprise_id = new.enterprise_id and h.kind = 'bulk' and h.state = 'conforming' and l.product_id = new.product_id;
  return null;
end $$;
create or replace trigger waiting_kept after insert or update of net_quantity, is_active on pack_spec for each row execute function keep_waiting_of_product();

-- The days before which a retest is asked are the material's.
create or replace function keep_waiting_of_material() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_waiting_of_lot(h.enterprise_id, h.lot_id) from lot_at_hand h join lot l on l.enterprise_id = h.enterprise_id and l.id = h.lot_id
  where h.enterprise_id = new.enterprise_id and h.kind in ('raw', 'auxiliary') and l.material_id = new.id;
  return null;
end $$;
create or replace trigger waiting_kept after update of retest_notice on material for each row
  when (old.retest_notice <> new.retest_notice) execute function keep_waiting_of_material();

-- What was made, shipped and yielded, month by month (Asia/Shanghai): what `month_tally` comes to.
create or replace view months with (security_invoker = true) as
  select enterprise_id, 'output' as series, date_trunc('month', born_on)::date as month, '' as key, count(*)::integer as count, sum(quantity) as total,
    null::numeric as lowest, null::numeric as highest
  from lot where kind = 'pack' group by 1, 3
  union all
  select enterprise_id, 'shipment', date_trunc('month', departed_at at time zone 'Asia/Shanghai')::date, '', count(*)::integer, sum(quantity), null, null
  from shipment group by 1, 3
  union all
  select b.enterprise_id, 'yield', date_trunc('month', b.finished_at at time zone 'Asia/Shanghai')::date, o.product_name, count(*)::integer,
    sum(b.yield_percent), min(b.yield_percent), max(b.yield_percent)
  from bulk_lot b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id where o.rework_of is null group by 1, 3, 4
  union all
  -- Of scans each day has its own row.
  select enterprise_id, 'scan_day', (scanned_at at time zone 'Asia/Shanghai')::date, '', count(*)::integer, 0, null, null from code_scan group by 1, 3;

create or replace function tally_scans() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into month_tally (enterprise_id, series, month, count, total)
  select enterprise_id, 'scan_day', (scanned_at at time zone 'Asia/Shanghai')::date, count(*), 0 from added group by 1, 3;
  return null;
end $$;
create or replace trigger tallied after insert on code_scan referencing new table as added for each statement execute function tally_scans();

create or replace function tally_output() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into month_tally (enterprise_id, series, month, count, total)
  select enterprise_id, 'output', date_trunc('month', born_on)::date, count(*), sum(quantity) from added where kind = 'pack' group by 1, 3;
  return null;
end $$;
create or replace trigger tallied after insert on lot referencing new table as added for each statement execute function tally_output();

create or replace function tally_shipment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into month_tally (enterprise_id, series, month, count, total)
  select enterprise_id, 'shipment', date_trunc('month', departed_at at time zone 'Asia/Shanghai')::date, count(*), sum(quantity) from added group by 1, 3;
  return null;
end $$;
create or replace trigger tallied after insert on shipment referencing new table as added for each statement execute function tally_shipment();

create or replace function tally_yield() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into month_tally (enterprise_id, series, month, key, count, total, lowest, highest)
  select b.enterprise_id, 'yield', date_trunc('month', b.finished_at at time zone 'Asia/Shanghai')::date, o.product_name, count(*), sum(b.yield_percent),
    min(b.yield_percent), max(b.yield_percent)
  from added b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id where o.rework_of is null group by 1, 3, 4;
  return null;
end $$;
create or replace trigger tallied after insert on bulk_lot referencing new table as added for each statement execute function tally_yield();

-- A correction is rare: its months are counted anew. Who corrects at the same time waits for the other.
create or replace function renew_months(of_enterprise uuid, of_series text, variadic of_months date[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('month_tally ' || of_enterprise, 0));
  -- In one statement: what another one adds meanwhile is in neither half of it.
  with gone as (delete from month_tally where enterprise_id = of_enterprise and series = of_series and month = any (of_months))
  insert into month_tally (enterprise_id, series, month, key, count, total, lowest, highest)
  select * from months where enterprise_id = of_enterprise and series = of_series and month = any (of_months);
end $$;

create or replace function recount_output() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_months(new.enterprise_id, 'output', date_trunc('month', old.born_on)::date, date_trunc('month', new.born_on)::date);
  return null;
end $$;
create or replace trigger recounted after update of quantity, born_on on lot for each row
  when (new.kind = 'pack' and (new.quantity, new.born_on) is distinct from (old.quantity, old.born_on)) execute function recount_output();

create or replace function recount_shipment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_months(new.enterprise_id, 'shipment', date_trunc('month', new.departed_at at time zone 'Asia/Shanghai')::date);
  return null;
end $$;
create or replace trigger recounted after update of quantity on shipment for each row when (new.quantity <> old.quantity) execute function recount_shipment();

create or replace function recount_yield() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_months(new.enterprise_id, 'yield', date_trunc('month', new.finished_at at time zone 'Asia/Shanghai')::date);
  return null;
end $$;
create or replace trigger recounted after update of yield_percent on bulk_lot for each row when (new.yield_percent <> old.yield_percent)
  execute function recount_yield();

-- Makes one row of the many that were added for a month.
create or replace function fold_months() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('month_tally ' || current_enterprise(), 0));
  with many as (select series, month, key from month_tally where enterprise_id = current_enterprise() group by 1, 2, 3 having count(*) > 1),
  gone as (delete from month_tally t using many where t.enterprise_id = current_enterprise()
    and (t.series, t.month, t.key) = (many.series, many.month, many.key) returning t.*)
  insert into month_tally (enterprise_id, series, month, key, count, total, lowest, highest)
  select enterprise_id, series, month, key, sum(count), sum(total), min(lowest), max(highest) from gone group by 1, 2, 3, 4;
end $$;
grant execute on function fold_months() to bencao_app;

-- Makes everything that is kept here anew for the enterprise of the transaction.
create or replace function renew_kept() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from month_tally where enterprise_id = current_enterprise();
  insert into month_tally (enterprise_id, series, month, key, count, total, lowest, highest) select * from months where enterprise_id = current_enterprise();
  delete from lot_at_hand where enterprise_id = current_enterprise();
  insert into lot_at_hand select * from lots_at_hand where enterprise_id = current_enterprise();
  delete from packs_in_house where enterprise_id = current_enterprise();
  insert into packs_in_house (enterprise_id, lot_id, packs, voided, voided_before)
  select enterprise_id, lot_id, packs, voided, voided from packs_by_codes where enterprise_id = current_enterprise();
  delete from lot_month where enterprise_id = current_enterprise();
  insert into lot_month (enterprise_id, lot_id, month, kind, brought, taken) select * from lot_months where enterprise_id = current_enterprise();
  delete from waiting where enterprise_id = current_enterprise();
  insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
  select w.enterprise_id, about, w.life, w.id, w.state, since, ends, least(ends, since + make_interval(hours => l.hours)), standing
  from waits w left join step_limit l on l.enterprise_id = w.enterprise_id and l.life = w.life and l.state = w.state
  where w.enterprise_id = current_enterprise();
end $$;
revoke execute on function renew_kept() from public;

-- A program with other views than the one before keeps what they say. It is given to no server: nobody else is at work here with these texts.
do $$
declare
  one uuid;
begin
  for one in select enterprise_ids() loop
    perform set_config('app.enterprise', one::text, true);
    perform renew_kept();
  end loop;
  perform set_config('app.enterprise', '', true);
end $$;
