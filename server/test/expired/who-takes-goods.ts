/*
 * What every operation that writes does with goods that are out of date. A new one is put into one of these tables by whoever adds it; expired-goods.test.ts
 * finds one that is in none, and takes the step.
 */

/** Uses goods, makes something of them, or says that they may be used: refused, with what. */
export const refusesExpired = {
  'POST /productions': 'lot_expired',
  'POST /productions/{id}/approve': 'lot_expired',
  'POST /productions/{id}/issue': 'lot_expired',
  'POST /productions/{id}/supplement': 'lot_expired',
  'POST /productions/{id}/start-step': 'lot_expired',
  'POST /reworks': 'lot_expired',
  'POST /packaging-orders': 'lot_expired',
  'POST /packaging-orders/{id}/approve': 'lot_expired',
  'POST /packaging-orders/{id}/labels': 'lot_expired',
  'POST /packaging-orders/{id}/materials': 'lot_expired',
  'POST /packaging-orders/{id}/complete': 'lot_expired',
  'POST /box-changes/fill': 'lot_expired',
  'POST /code-replacements': 'lot_expired',
  'POST /code-ranges/{id}/print': 'reprint_needs_second',
  'POST /raw-releases/{id}/release': 'lot_expired',
  'POST /raw-lots/{id}/acceptances': 'lot_expired',
  'POST /pack-lots/{id}/release': 'lot_expired',
  'POST /sales-orders/{id}/allocate': 'short_stock',
  'POST /sales-orders/{id}/pick': 'lot_expired',
  'POST /sales-orders/{id}/ship': 'lot_expired',
  'POST /returns/{id}/decide': 'lot_expired',
  'POST /returns/{id}/restock': 'lot_expired',
  'POST /shipments/{id}/correct': 'lot_expired',
  'POST /corrections/{id}/approve': 'lot_expired',
  'POST /purchase-orders/{id}/receive': 'invalid_input',
  'POST /raw-inspections/{id}/record': 'reagent_expired',
  'POST /bulk-tests/{id}/record': 'reagent_expired',
  'POST /raw-oos-cases/{id}/retest': 'reagent_expired',
  'POST /bulk-oos-cases/{id}/retest': 'reagent_expired',
} as const

/** Leads expired goods out, aside or to another test: done with them. */
export const takesExpired = [
  'POST /raw-inspections',
  'POST /raw-inspections/{id}/accept',
  'POST /raw-inspections/{id}/sample',
  'POST /raw-samples/{id}/receive',
  'POST /raw-lots/{id}/transfer',
  'POST /raw-lots/{id}/freeze',
  'POST /raw-lots/{id}/unfreeze',
  'POST /pack-lots/{id}/transfer',
  'POST /pack-lots/{id}/freeze',
  'POST /pack-lots/{id}/unfreeze',
  'POST /pack-lots/{id}/reject',
  'POST /lots/{id}/reject',
  'POST /raw-releases/{id}/reject',
  'POST /productions/{id}/give-back',
  'POST /productions/{id}/cancel',
  'POST /productions/{id}/terminate',
  'POST /packaging-orders/{id}/materials/return',
  'POST /packaging-orders/{id}/cancel',
  'POST /box-changes/open',
  'POST /sales-orders/{id}/give-back',
  'POST /returns/{id}/receive',
  'POST /returns/{id}/inspect',
  'POST /recalls/{id}/start',
  'POST /recalls/{id}/customers/{customerId}/bring-back',
  'POST /disposals',
  'POST /disposals/{id}/approve',
  'POST /disposals/{id}/carry-out',
  'POST /supplier-returns',
  'POST /supplier-returns/{id}/approve',
  'POST /supplier-returns/{id}/send',
  'POST /stocktakes',
  'POST /stocktakes/{id}/count',
  'POST /stocktakes/{id}/settle',
  'POST /raw-lots/{id}/correct',
] as const

const steps = (path: string, ...ends: string[]) => ends.map((end) => `POST ${path}/${end}`)

/** Takes no goods, or none that it uses; by the reason. */
export const usesNone: Record<string, readonly string[]> = {
  'a request, a sample and a result say what is there; whoever decides by them is asked': [
    ...steps('/raw-inspections/{id}', 'return', 'cancel', 'sample-again', 'give-up', 'recalculate', 'ask-correction', 'submit', 'review'),
    ...steps('/raw-inspections/{id}', 'send-back', 'refuse', 'approve', 'reissue-report'),
    ...steps('/bulk-inspections/{id}', 'accept', 'return', 'cancel', 'sample', 'sample-again', 'give-up'),
    ...steps('/bulk-tests/{id}', 'recalculate', 'ask-correction', 'submit', 'review', 'send-back', 'refuse', 'approve', 'reissue-report'),
    ...['POST /raw-inspections/investigate', 'POST /bulk-inspections', 'POST /bulk-inspections/investigate'],
    ...['POST /bulk-inspections/returned-goods', 'POST /samplings/{id}/correct'],
    ...steps('/raw-oos-cases/{id}', 'check'),
    ...steps('/bulk-oos-cases/{id}', 'check'),
    ...steps('/oos-cases/{id}', 'invalidate', 'approve-retest', 'reassign', 'decide'),
  ],
  'what is kept is looked at and disposed of after the last good day as well': [
    ...steps('/raw-samples/{id}', 'observe', 'dispose', 'lack', 'lose'),
    ...steps('/bulk-samples/{id}', 'receive', 'observe', 'dispose', 'lack', 'lose'),
    ...['POST /raw-samples/disposals', 'POST /bulk-samples/disposals', 'POST /pack-stabilities'],
    ...['POST /stability-plans', ...steps('/stability-plans/{id}', 'edit', 'renew', 'approve', 'discard', 'end', 'lots', 'take-off')],
    'POST /stability-points/{id}/miss',
  ],
  'packs leave the store to be kept, and come back as old as they are': ['POST /pack-retentions', 'POST /bulk-samples/{id}/put-back'],
  'the batch is on the line: what it was fed with was in date on that day, and it is judged by its own days from then on': [
    ...steps('/productions/{id}', 'finish-step', 'hand-over', 'replace-part', 'pause', 'resume', 'finish', 'send-back', 'answer', 'review'),
  ],
  'it says what was used before, in date then': [
    ...['POST /production-issues/{id}/correct', 'POST /production-steps/{id}/correct', 'POST /bulk-lots/{id}/correct'],
    ...['POST /packaging-records/{id}/correct', ...steps('/corrections/{id}', 'refuse', 'cancel')],
  ],
  'an order names a specification, and a count what was picked: the lots are asked about when they are allocated, picked and shipped': [
    ...['POST /sales-orders', 'PATCH /sales-orders/{id}', ...steps('/sales-orders/{id}', 'submit', 'send-back', 'approve', 'check')],
  ],
  'the goods have left, or are on their way back to the 退货区': [
    ...steps('/sales-orders/{id}', 'deliver', 'cancel'),
    ...['POST /returns', ...steps('/returns/{id}', 'approve', 'decline', 'cancel', 'miss', 'take-back', 'withdraw')],
    ...['POST /carrier-claims/{id}/settle', 'POST /carrier-claims/{id}/outcomes/{outcomeId}/take-back'],
    ...['POST /recalls/preview', 'POST /recalls', 'POST /recalls/drill'],
    ...steps('/recalls/{id}', 'cancel', 'close', 'lift', 'withdraw', 'reports'),
    ...steps('/recalls/{id}/customers/{customerId}', 'acknowledge', 'silence', 'recover'),
    ...['POST /recalls/{id}/entries/{entryId}/take-back', 'POST /recalls/{id}/reports/{reportId}/take-back'],
  ],
  'goods on their way out for good, or back into the 不合格区': [
    ...steps('/disposals/{id}', 'refuse', 'report', 'cancel'),
    ...steps('/supplier-returns/{id}', 'refuse', 'decline', 'cancel', 'confirm', 'unconfirm', 'bring-back'),
  ],
  'it holds, counts or looks after what is there; a lot that may be used for its case is still asked for its days': [
    ...steps('/stocktakes/{id}', 'lines', 'decide', 'cancel'),
    ...['POST /code-locks', 'POST /code-locks/{id}/lift', 'POST /code-ranges/{id}/void'],
    ...['POST /raw-care-records', 'POST /pack-care-records', 'POST /raw-care-lines/{id}/void', 'POST /pack-care-lines/{id}/void'],
    ...['POST /raw-care-plans', 'POST /pack-care-plans'],
    ...['POST /raw-lots/{id}/impact', 'POST /quality-cases/{id}/decide', 'POST /quality-cases/{id}/lots/{lotId}/decide'],
    ...['POST /incidents', 'POST /incidents/{id}/measures'],
    ...steps('/incidents/{id}', 'classify', 'lots', 'lots/decide', 'investigation', 'submit', 'approve', 'send-back', 'report', 'answer'),
    ...steps('/incidents/{id}', 'close', 'unfounded', 'reopen'),
    ...steps('/incidents/{id}/measures/{measureId}', 'finish', 'verify', 'return', 'owner', 'cancel'),
  ],
  'it takes a release away, or a receipt that never should have been': ['POST /raw-releases/{id}/withdraw', 'POST /receipts/{id}/reverse', 'POST /bulk-tests/{id}/reject'],
  'a bottle is registered with its last day, opened, used up or thrown away; whoever tests with it is asked': [
    ...['POST /reagents', ...steps('/reagents/{id}', 'open', 'use-up', 'discard')],
  ],
  'a specification of packs says what it takes': ['POST /pack-specs', 'PATCH /pack-specs/{id}', ...steps('/pack-specs/{id}', 'materials', 'disable', 'enable')],
  'an order says what is to be bought': [
    ...['POST /purchase-orders', 'PATCH /purchase-orders/{id}'],
    ...steps('/purchase-orders/{id}', 'submit', 'approve', 'send-back', 'cancel', 'call-off', 'close'),
  ],
}

/** What operations are about that have to do with people, master data, machines, papers and figures; an input of theirs that names goods is named above. */
export const nounsWithoutGoods = [
  ...['session', 'account', 'users', 'roles', 'tokens', 'registrations', 'platform-registrations', 'password-resets', 'secret-confirmations'],
  ...['rights-proposals', 'rights-reviews', 'sign-in-rule', 'trainings', 'training-rules', 'authorisations', 'authorisation-rule', 'deputies'],
  ...['enterprise', 'dictionary-items', 'numbering-rules', 'letterhead', 'files', 'attachments', 'attachment-files', 'exports', 'papers'],
  ...['paper-forms', 'imports', 'work', 'instruments', 'outside-laboratories', 'places', 'standards', 'starter-set', 'standard-changes'],
  ...['assets', 'asset-services', 'asset-breakdowns', 'clearances', 'packing-clearances', 'climate-points', 'climate-readings', 'climate-files'],
  ...['suppliers', 'supplier-licences', 'customers', 'customer-licences', 'materials', 'products', 'processing-methods', 'process-versions'],
  ...['purchase-rule', 'receipt-discrepancies', 'changes', 'count-tolerances', 'stock-ledgers', 'authority-locks'],
]
