import { sql } from 'kysely'
import { productionApi } from '#contract/making/production-api.ts'
import { productionActions, productionLooks, type ProductionStanding } from '#contract/making/production.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 批生产指令: since it was finished, else approved, else written. */
export const waitingProductions = waitingIn<ProductionStanding>({
  document: '批生产指令',
  actions: productionActions,
  looks: productionLooks,
  lists: { '15': productionApi.list },
  select: (ids) => sql`
    select o.id, o.order_no as no, concat_ws(' ', o.product_name, o.batch_no) as subject,
      case when o.state in ('in_progress', 'paused') then jsonb_build_object('state', o.state, 'createdBy', o.created_by, 'operatorIds', coalesce(o.operator_ids, '{}'),
        'stepsTotal', jsonb_array_length(o.process -> 'steps'), 'stepsDone', s.done, 'isStepRunning', s.running, 'isChargeDoubtful', exists (
          select from charge_reasons(o.id))) end as standing
    from production_order o cross join lateral (select count(ended_at)::integer as done, count(*) > count(ended_at) as running
      from production_step where production_step.enterprise_id = o.enterprise_id and production_step.order_id = o.id) s
    where o.id = ${anyOf(ids)}`,
})
