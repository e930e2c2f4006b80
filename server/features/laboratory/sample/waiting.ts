import { sql } from 'kysely'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { sampleStates } from '#contract/laboratory/sample-state.ts'
import { sampleActions, sampleApi, type SampleStanding } from '#contract/laboratory/sample.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

const samplesOf = (side: InspectionSide) =>
  waitingIn<SampleStanding>({
    document: side === 'raw' ? '原料样品' : '成品样品',
    actions: sampleActions[side],
    looks: sampleStates,
    lists: { '37': sampleApi.list },
    path: '/system-jilu',
    all: (state) => ({ view: 'samples', side, state }),
    one: ({ no }) => ({ view: 'samples', q: no }),
    // As the trigger that guards the end of retention, this asks the day of the database.
    select: (ids) => sql`
      select s.id, s.sample_no as no, concat(l.lot_no, ' ', l.name) as subject,
        jsonb_build_object('state', s.state, 'kind', s.kind, 'sampledBy', coalesce(g.sampled_by, r.drawn_by), 'isObservationDue', coalesce(s.observe_on <= today(), false),
          'isRetentionOver', coalesce(s.retain_until < today(), false), 'packs', r.packs) as standing
      from sample s left join sampling g on g.enterprise_id = s.enterprise_id and g.id = s.sampling_id
        left join pack_retention r on r.enterprise_id = s.enterprise_id and r.id = s.pack_retention_id
        join lot l on l.enterprise_id = s.enterprise_id and l.id = s.lot_id
      where s.id = ${anyOf(ids)}`,
  })

/** Samples that are to be received, looked at or disposed of. */
export const waitingSamples = { raw: samplesOf('raw'), bulk: samplesOf('bulk') }
