import type { Named } from './judge.ts'

/** Statements that read more than they give, and why they must. `npm run bench -- --plans` tells which name is needed no longer. */
export const namedStatements: readonly Named[] = [
  {
    during: /^\/trace\/lots\/\{id\}(\/recall(\/export)?)? /,
    text: /^\s*with (recursive|gone)/,
    reason: 'one answer that tells of thousands of lots and deliveries',
  },
  {
    during: /^\/dashboard\/oversight /,
    text: /percentile_cont|filter \(where/,
    reason: 'how long steps took, over the days that are asked for',
  },
  { during: /^\/sales-choices\/goods /, text: /with ordinality/, reason: 'packs are counted over fifty lots of each specification' },
  { during: /^\/packaging-choices /, text: /packable/, reason: 'thirty batches of each product, each with its stock and its orders' },
  { during: /^\/sales-choices\/customers /, text: /from "customer"/, reason: 'a customer is found by any part of a name' },
  ...[
    // Lists that sort or search by what lies in another table, or count it for each row of a late page.
    '/pack-specs',
    '/pack-lots/entries',
    '/pack-lots',
    '/raw-lots/entries',
    '/raw-lots',
    '/code-ranges',
    '/sales-orders',
    '/packaging-orders',
    '/account/notifications',
    '/places',
    '/raw-inspections',
    '/bulk-inspections',
    '/bulk-tests',
    '/records',
    '/record-results',
    '/raw-releases',
    '/purchase-orders',
    '/productions',
    '/customers',
    '/users',
    '/numbering-rules',
    '/quality-cases',
    '/search',
    '/trace/search',
    '/trace/lots/{id}/timeline',
    '/code-scans',
    // Choices for forms.
    '/production-products',
    // One thing, and what hangs on it.
    '/sales-orders/{id}',
    '/sales-orders/{id}/delivery-note',
    '/sales-orders/{id}/usual-transport',
    '/productions/{id}/usual',
    '/purchase-orders/{id}',
    '/record-reviews',
    '/dashboard/figures',
    '/session',
  ].map((path) => ({ during: new RegExp(`^${path.replace(/[{}]/g, '\\$&')} `), reason: 'not yet bounded by what it gives: to be mended' })),
  { during: /^\(/, reason: 'steps whose reads are not yet bounded: to be mended' },
]
