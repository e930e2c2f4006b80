import { stocktakeApi } from '#contract/warehouse/stocktake.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { addLine } from './add-line.ts'
import { countLine } from './count-line.ts'
import { decideLine } from './decide-line.ts'
import { planCount } from './plan-count.ts'
import { listCounts, readCount } from './queries.ts'
import { cancelCount, settleCount } from './settle-count.ts'
import { listTolerances, setTolerance } from './tolerance.ts'

refuseConstraint('stocktake_line_open', 'count_open')
refuseConstraint('stocktake_by_two', 'same_person')
refuseConstraint('stocktake_decision_by_two', 'same_person')
refuseConstraint('stocktake_second_is_other', 'same_person')
refuseConstraint('count_tolerance_by_two', 'same_person')

/** 盘点. */
export const stocktakeRoutes = (installation: Installation): Route[] => [
  serve(stocktakeApi.list, listCounts),
  serve(stocktakeApi.read, readCount(installation)),
  serve(stocktakeApi.plan, planCount(installation)),
  serve(stocktakeApi.count, countLine(installation)),
  serve(stocktakeApi.addLine, addLine),
  serve(stocktakeApi.decide, decideLine(installation)),
  serve(stocktakeApi.settle, settleCount(installation)),
  serve(stocktakeApi.cancel, cancelCount(installation)),
  serve(stocktakeApi.tolerances, listTolerances),
  serve(stocktakeApi.setTolerance, setTolerance),
]
