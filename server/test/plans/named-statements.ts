import type { Named } from './judge.ts'

/** Statements that read more than they give, and why they must. `npm run bench -- --plans` tells which name is needed no longer. */
export const namedStatements: readonly Named[] = [
  {
    during: /^\/trace\/lots\/\{id\}(\/recall(\/export)?)? /,
    text: /^\s*with (recursive|gone)/,
    upTo: 30_000,
    reason: 'one answer that tells of thousands of lots and deliveries',
  },
  { during: /^\/standards\/customers /, text: /from "customer"/, upTo: 2000, reason: 'a customer is found by any part of a name' },
  {
    during: /^\/(sales-choices\/goods|packaging-choices|repack-lots) /,
    text: /reasons_of/,
    upTo: 3000,
    reason: 'up to fifty lots of each specification, and their ancestors; where nothing speaks against them, it gives nothing',
  },
  { during: /^\/sales-choices\/customers /, text: /from "customer"/, upTo: 2000, reason: 'a customer is found by any part of a name' },
  {
    during: /^\/work\/list /,
    text: /with recursive here/,
    upTo: 30_000,
    reason: 'a page of what waits, and how much waits in all: up to a thousand are counted',
  },
  {
    during: /^\/code-scans /,
    text: /from "code_scan"/,
    upTo: 2000,
    reason: 'a look has no id: those that a page skips are passed by in their index',
  },
  { during: /^\/stock-months/, reason: 'a month of a class is counted over every lot that lies in a bin or moved since' },
  { during: /^\/oos-cases /, upTo: 5000, reason: 'cases are few, and a search reads those there are' },
  {
    during: /"sort":"/,
    reason: 'sorted by what is worked out or lies in another table, all rows that the filter leaves are looked at (decision 0047)',
  },
  {
    during: /^\/pack-retentions\/lots .*"q"/,
    upTo: 20_000,
    reason:
      'of a common herb, what lies in a bin is merged with all packed lots as long as that costs less than to look up the thousand that are counted',
  },
  { during: /^\/places .*/, text: /stock_balance/, reason: 'what lies in each bin, summed' },
  {
    during: /^\/(raw|pack)-lots\/entries /,
    upTo: 20_000,
    reason:
      'of three movements one is of this side, and of those one in several has the number of a kind of document: some thousands for the 1001 that are counted',
  },
  {
    during: /^\/code-ranges .*"q":"BQ(20)?"/,
    upTo: 100_000,
    reason: 'a year of label runs: their ranges are looked up before they are put into the order of the list; a day of them is few',
  },
  {
    during: /^\/(raw-inspections|bulk-inspections|bulk-tests) .*"lotState"/,
    reason: 'the state of the lot, which its inspection does not know',
  },
  {
    during: /^\/(records|record-results|record-trend|samples) /,
    text: /"inspection"/,
    upTo: 20_000,
    reason: 'results and samples of one side, and in a small factory all lots for those of some hundred requests',
  },
  {
    during: /^\/(raw-inspections|bulk-inspections|bulk-tests) /,
    text: /"inspection"/,
    reason: 'lots are as many as these, or read in their order beside some thousand requests',
  },
  {
    during: /^\/(raw|pack)-lots\/entries .*"kind"/,
    reason: 'of a kind that both sides have, those of the other side are passed by: the ledger does not know sides',
  },
  {
    during: /^\/bulk-inspections\/decided-lots .*"q"/,
    upTo: 5000,
    reason: 'by name, what lies in a bin is looked through where it is little',
  },
  {
    during: /^\/samples .*"side":"bulk"/,
    upTo: 30_000,
    reason: 'what is of batches or of packs, two tables say; some thousands are sorted',
  },
  { during: /^\(/, text: /^\s*with recursive source/, reason: 'everything that a batch was made of' },
  { during: /^\/samples .*"due"/, reason: 'what is kept and due is found by its day, then put into the order of the list' },
  { during: /^\/quality-cases .*"q"/, upTo: 1000, reason: 'cases are few, and a search reads those there are' },
  { during: /^\/oos-counts /, upTo: 5000, reason: 'how often, over all cases' },
  {
    during: /^\/work\/(waiting|overview) /,
    text: /with recursive here/,
    upTo: 5000,
    reason: 'of each state up to a thousand are counted; the ancestors of the hundred batches that wait longest to be packed',
  },
  {
    during: /^(\/sales-orders .*"q"|\/search |\(a sale\))/,
    text: /customer/,
    upTo: 2000,
    reason: 'a customer is found by any part of a name',
  },
  { during: /^\/productions\/\{id\}\/usual /, upTo: 1000, reason: 'of each step the last that were done are looked through' },
  {
    during: /^(\/raw-releases(\/\{id\})? |\()/,
    text: /"report"."(report_no|id)"/,
    reason: 'in a small factory lots are joined before the report narrows them: to be mended',
  },
  {
    during: /^\/customers .*"(q|state)"/,
    text: /from "customer"/,
    upTo: 2000,
    reason: 'a customer is found by any part of a name, and the few who get nothing any more by looking at each',
  },
  { during: /^\/dashboard\/figures /, text: /lot_at_hand/, upTo: 4000, reason: 'of each state up to a thousand are counted' },
  { during: /^\/record-reviews /, upTo: 1000, reason: 'a year of one product' },
  {
    during: /^\/users /,
    text: /\bsession\b/,
    upTo: 2000,
    reason: 'when each of the people was last here; where few sessions are kept, all are read',
  },
  {
    during: /^\(/,
    text: /from result_means/,
    upTo: 500,
    reason: 'in the filled factories hardly any result names its means, so all that do are read; many are read by their key',
  },
  {
    during: /^(\/session |\/account\/notifications |\()/,
    text: /notification|secret_waits/,
    upTo: 20_000,
    reason: 'messages that nobody has read, a month at most',
  },
  {
    during: /^(\/pack-lots |\()/,
    text: /reasons_of/,
    reason: 'the ancestors of some lots; where nothing speaks against them, it gives nothing',
  },
]
