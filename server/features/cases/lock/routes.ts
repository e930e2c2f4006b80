import { authorityLockApi } from '#contract/cases/authority-lock.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { liftAuthorityLock } from './lift-lock.ts'
import { placeAuthorityLock } from './place-lock.ts'
import { listAuthorityLocks, listLockableProducts } from './queries.ts'

refuseConstraint('authority_lock_placed_by_two', 'same_person')
refuseConstraint('authority_lock_lifted_by_two', 'same_person')
refuseConstraint('authority_lock_lifted_later', 'lift_document_missing')

/** 监管锁定. */
export const authorityLockRoutes: Route[] = [
  serve(authorityLockApi.list, listAuthorityLocks),
  serve(authorityLockApi.products, listLockableProducts),
  serve(authorityLockApi.place, placeAuthorityLock),
  serve(authorityLockApi.lift, liftAuthorityLock),
]
