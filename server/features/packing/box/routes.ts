import { boxApi } from '#contract/packing/box.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { fillBox } from './fill-box.ts'
import { openBox } from './open-box.ts'
import { listBoxChanges, scanForBox } from './queries.ts'

refuseConstraint('box_change_by_two', 'same_person')

export const boxRoutes = (installation: Installation): Route[] => [
  serve(boxApi.list, listBoxChanges(installation)),
  serve(boxApi.scan, scanForBox(installation)),
  serve(boxApi.open, openBox(installation)),
  serve(boxApi.fill, fillBox(installation)),
]
