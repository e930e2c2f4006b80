import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'

/** The rooms of the trade: the seed's ten, and the cases. The same words lead to `contract/`, `server/features/` and `web/features/`. */
const rooms = ['supply', 'laboratory', 'making', 'packing', 'warehouse', 'release', 'selling', 'tracing', 'people', 'office', 'cases']

/**
 * The only files of a server feature that another feature may import. Each is the only writer of a ledger, or the only reader of a
 * question that several features ask.
 */
const serverDoors = [
  'cases/incident/complaint-page',
  'cases/incident/open-incident',
  'cases/oos/open-oos',
  'cases/recall/notice-added',
  'cases/recall/notice-page',
  'laboratory/inspection/begin-test',
  'laboratory/inspection/calculate-result',
  'laboratory/inspection/correct-sampling',
  'laboratory/inspection/queries',
  'laboratory/inspection/reissue-reports',
  'laboratory/inspection/written-results',
  'laboratory/means/commissions',
  'laboratory/means/suspect-results',
  'laboratory/means/write-means',
  'laboratory/sample/move-sample',
  'laboratory/sample/open-kept-packs',
  'laboratory/sample/whole-packs',
  'making/processing/process-content',
  'making/processing/write-material',
  'making/processing/write-method',
  'making/production/correct-issue',
  'making/production/correct-step',
  'making/asset/breakdowns',
  'making/asset/take-assets',
  'office/dictionary/check-choices',
  'packing/box/queries',
  'packing/box/take-box',
  'packing/box/write-change',
  'packing/codes/code-spans',
  'packing/codes/fill-boxes',
  'packing/codes/issue-codes',
  'packing/packaging/correct-record',
  'packing/packaging/unbox-packs',
  'people/account/reset-letter',
  'people/authorisation/need-authorisation',
  'people/enterprise/found-enterprise',
  'people/proposal/propose-rights',
  'people/role/give-roles',
  'people/secret/set-secret',
  'people/user/administrators',
  'people/user/disable-user',
  'people/user/namesake',
  'selling/return/bring-back',
  'selling/return/custody',
  'selling/return/open-claim',
  'selling/return/open-return',
  'selling/sale/correct-shipment',
  'selling/sale/named-packs',
  'selling/sale/pick-sale',
  'supply/licence/papers-of',
  'supply/purchase/correct-line',
  'supply/supplier/change-state',
  'tracing/trace/record-trace',
  'tracing/trace/shares-from',
  'cases/change/carry-out-version',
  'cases/impact/open-impact',
  'cases/incident/tell-person',
  'cases/impact/settle-rejection',
  'warehouse/lot/hold-lot',
  'warehouse/lot/lot',
  'warehouse/lot/standing',
  'warehouse/place/bins-for',
  'warehouse/place/ledger-places',
  'warehouse/stock/move-stock',
  'warehouse/stock/move-to-zone',
  'warehouse/stock/on-hand',
  'warehouse/stock/packages-there',
  'warehouse/stock/rebook-birth',
]

/**
 * Files that every feature may have and one feature may import: what of its own documents waits for a person, for the home page, and what of
 * them can be searched, and what of them is printed.
 */
const ownQuestions: Record<string, string> = { 'waiting.ts': 'office/home', 'searchable.ts': 'office/search', 'papers.ts': 'office/paper' }

/** The only files of a page that another page may import: a view that a page of several rooms shows, or a drawer that several pages open. */
const webDoors = [
  'cases/change/ChangeButton',
  'cases/change/ChangeNote',
  'cases/change/ChangeList',
  'cases/correction/CorrectButton',
  'cases/correction/CorrectionList',
  'cases/event/OpenImpactDialog',
  'cases/incident/IncidentList',
  'cases/incident/IncidentTrend',
  'cases/incident/OwnIncidents',
  'cases/incident/ReportIncidentButton',
  'cases/oos/OosList',
  'cases/recall/RecallList',
  'cases/oos/OosTrend',
  'laboratory/inspection/InspectionDrawer',
  'laboratory/inspection/MeansSelect',
  'laboratory/inspection/ReadingFields',
  'laboratory/inspection/RequestDialog',
  'laboratory/inspection/ResultTable',
  'laboratory/means/InstrumentUses',
  'laboratory/means/MeansView',
  'laboratory/sample/KeepPacksDialog',
  'laboratory/sample/ReceiveDialog',
  'laboratory/sample/SampleList',
  'laboratory/stability/PointsOfLot',
  'laboratory/stability/StabilityView',
  'laboratory/standard/StandardList',
  'office/home/StepLimits',
  'office/numbering/NumberingList',
  'office/paper/PaperFormList',
  'people/registration/EnterpriseRegistrationList',
  'people/registration/PersonRegistrationList',
  'people/authorisation/AuthorisationHint',
  'people/authorisation/AuthorisationList',
  'people/authorisation/OwnAuthorisations',
  'people/authorisation/TrainingList',
  'people/deputy/DeputyList',
  'people/deputy/OwnDeputies',
  'people/proposal/ProposalList',
  'people/rights-review/RightsReviewList',
  'people/role/RightsField',
  'people/secret/SecretList',
  'people/token/TokenList',
  'packing/box/BoxChangeList',
  'packing/box/BoxHistory',
  'packing/codes/CodeCounts',
  'packing/packaging/ScannedLabels',
  'selling/return/ClaimList',
  'selling/return/ReturnList',
  'selling/return/ReturnScan',
  'selling/return/came-back',
  'release/bulk/RejectDialog',
  'release/pack/RejectDialog',
  'release/pack/ReleaseChecklist',
  'making/asset/AssetList',
  'making/asset/Breakdowns',
  'warehouse/care/CareView',
  'warehouse/climate/ClimateList',
  'making/asset/ClearDialog',
  'making/asset/ClearanceList',
  'making/asset/StationFields',
  'making/production/ConfirmedChecks',
  'release/pack/ReleaseDrawer',
  'release/raw/RejectLotDialog',
  'supply/licence/Licences',
  'supply/discrepancy/DiscrepancyList',
  'cases/lock/LockList',
  'supply/purchase/PurchaseRules',
  'supply/supplier/SupplierList',
  'warehouse/disposal/DisposalList',
  'warehouse/supplier-return/SupplierReturnList',
  'warehouse/stocktake/CountList',
  'warehouse/ledger/MonthLedger',
  'warehouse/place/BinField',
  'warehouse/place/PlaceList',
]

/**
 * Where a feature asks the server or the database what time it is. Elsewhere it asks its transaction (`tx.now()`), whose clock is the real one but
 * for the maker of the demo (decision 0037). Who signs in and what is corrected happens when it is recorded; a list shows what is due today.
 */
const onRealTime = {
  server: ['people/', 'office/attachment/', 'cases/change/', 'cases/correction/', 'tracing/public/'],
  today: [
    'laboratory/inspection/waiting',
    'laboratory/sample/waiting',
    'laboratory/stability/waiting',
    'laboratory/standard/queries',
    'making/processing/list-processes',
    'making/processing/list-products',
    'office/home/read-figures',
    'office/numbering/queries',
    'release/pack/queries',
    'selling/customer/queries',
    'supply/licence/tell-expiring',
    'supply/supplier/queries',
    // As the triggers of the database, which no clock but the real one reaches: it is never behind the demo's, so they are never milder.
    'warehouse/stock/on-hand',
    'warehouse/stock/queries',
  ],
}

function readsAnotherClock(file: string, text: string): boolean {
  const name = nameInFeatures(file)
  const isAt = (places: readonly string[]) => places.some((place) => name.startsWith(place))
  if (/\bnew Date\(\)|\bDate\.now\(\)|(?<!\.)\bnow\(\)|\bcurrent_(date|timestamp)\b/.test(text) && !isAt(onRealTime.server)) return true
  return /(?<!\.)\btoday\(\)/.test(text) && !isAt([...onRealTime.server, ...onRealTime.today])
}

/** The floors of the server from the lowest up: a floor may use those before it. */
const serverFloors = ['tools', 'db', 'kernel', 'features', 'app']
const webFloors = ['lib', 'parts', 'features', 'shell']

const aliases: [string, string][] = [
  ['#contract/', 'contract/'],
  ['#kernel/', 'server/kernel/'],
  ['#tools/', 'server/tools/'],
  ['#server/', 'server/'],
  ['#web/', 'web/'],
]

/** The file that `specifier` names when `from` imports it; undefined for a package. */
function importedFile(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
  return alias && alias[1] + specifier.slice(alias[0].length)
}

/** Tests, demo, seeds and the verifier lie outside the floors: they may use all of the server, and only `main.ts` may use them. */
const isOutsideTheFloors = (path: string) =>
  /^server\/(test|demo|verify|main\.ts|welcome\.ts|db\/seed)/.test(path) || path.endsWith('.test.ts')

const floorOf = (path: string) => serverFloors.find((floor) => path.startsWith(`server/${floor}/`)) ?? 'app'

/** `room/feature` of a file below `features/`. */
const featureOf = (path: string) => path.split('/').slice(2, 4).join('/')
const nameInFeatures = (path: string) =>
  path
    .split('/')
    .slice(2)
    .join('/')
    .replace(/\.tsx?$/, '')

/** Why `from` may not import `to`, or undefined when it may. */
function trespass(from: string, to: string): string | undefined {
  const [house, , , ...rest] = from.split('/')
  const [toHouse] = to.split('/')
  if (house === 'contract') {
    if (toHouse !== 'contract') return 'the contract imports nobody'
    return from.startsWith('contract/kernel/') && !to.startsWith('contract/kernel/') && rest.length === 0 && !from.endsWith('.test.ts')
      ? 'the kernel of the contract imports no room'
      : undefined
  }
  if (house !== toHouse) return toHouse === 'contract' ? undefined : `${house} may import only the contract from outside`
  return house === 'web' ? trespassInWeb(from, to) : trespassInServer(from, to)
}

function trespassInWeb(from: string, to: string): string | undefined {
  const [floor, toFloor] = [from, to].map((path) => path.split('/')[1] ?? '') as [string, string]
  if (floor === 'public' || toFloor === 'public') return floor === toFloor || toFloor === 'parts' ? undefined : 'the public pages are apart'
  if (floor === 'features' && toFloor === 'features')
    return featureOf(from) === featureOf(to) || webDoors.includes(nameInFeatures(to)) ? undefined : `${nameInFeatures(to)} is no door`
  return webFloors.includes(floor) && webFloors.indexOf(toFloor) > webFloors.indexOf(floor) ? `${floor} is below ${toFloor}` : undefined
}

function trespassInServer(from: string, to: string): string | undefined {
  if (isOutsideTheFloors(from)) return undefined
  if (isOutsideTheFloors(to)) return `${to} is made for tests, demo and checks`
  if (serverFloors.indexOf(floorOf(to)) > serverFloors.indexOf(floorOf(from))) return `${floorOf(from)} is below ${floorOf(to)}`
  if (floorOf(from) === 'tools' && floorOf(to) !== 'tools') return 'a tool knows no table'
  if (floorOf(from) !== 'features' || floorOf(to) !== 'features' || featureOf(from) === featureOf(to)) return undefined
  const reader = ownQuestions[posix.basename(to)]
  if (reader !== undefined) return featureOf(from) === reader ? undefined : `${nameInFeatures(to)} is for ${reader}`
  return serverDoors.includes(nameInFeatures(to)) ? undefined : `${nameInFeatures(to)} is no door`
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`)

const importsIn = (folder: string) =>
  filesOf(folder).flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(/(?:\bfrom|\bimport|\bimport\() ?'([^'\n]+)'/g)].map(([, specifier]) => ({
      from,
      specifier: specifier!,
      to: importedFile(from, specifier!),
    })),
  )

const imports = ['contract', 'server', 'web'].flatMap(importsIn)

const isTest = (file: string) => file.endsWith('.test.ts') || file.startsWith('server/test/')

function usedByTestsAlone(imports: readonly { from: string; to: string | undefined }[]): string[] {
  const used = new Set(imports.filter(({ from }) => !isTest(from)).map(({ to }) => to))
  return [...new Set(imports.flatMap(({ to }) => to ?? []))].filter((file) => !used.has(file) && !isTest(file))
}

test('every import stays on its floor and enters a feature through a door', () => {
  assert.ok(imports.length > 3000, 'the walk found the house')
  const broken = imports.flatMap(({ from, specifier, to }) => {
    const why = to && trespass(from, to)
    return why === undefined || why === '' ? [] : [`${from} → ${specifier}: ${why}`]
  })
  assert.deepEqual(broken, [])
})

test('an import names a neighbour by ./ and everything else by its room', () => {
  assert.deepEqual(
    imports.filter(({ specifier }) => specifier.startsWith('../')).map(({ from, specifier }) => `${from} → ${specifier}`),
    [],
  )
})

test('the contract imports no package but zod and decimal.js', () => {
  const packages = imports.filter(({ from, to }) => from.startsWith('contract/') && !from.endsWith('.test.ts') && to === undefined)
  assert.deepEqual([...new Set(packages.map(({ specifier }) => specifier))].sort(), ['decimal.js', 'zod'])
})

test('every door is a file that another feature uses', () => {
  for (const [house, doors] of Object.entries({ server: serverDoors, web: webDoors }))
    for (const door of doors)
      assert.ok(
        imports.some(
          ({ from, to }) =>
            to?.startsWith(`${house}/features/${door}.`) && from.startsWith(`${house}/features/`) && featureOf(from) !== featureOf(to),
        ),
        `${house}: nobody outside uses ${door}`,
      )
})

test('what a feature says of its own documents is asked for', () => {
  const answers = filesOf('server/features').filter((file) => posix.basename(file) in ownQuestions)
  assert.ok(answers.length >= 10, `${answers.length} files were found`)
  assert.deepEqual(
    answers.filter((file) => !imports.some(({ from, to }) => to === file && featureOf(from) === ownQuestions[posix.basename(file)])),
    [],
  )
})

test('the same rooms lead to the contract, the steps and the pages', () => {
  const foldersOf = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort()
  assert.deepEqual(foldersOf('contract'), [...rooms, 'kernel'].sort())
  assert.deepEqual(foldersOf('server/features'), [...rooms].sort())
  assert.deepEqual(foldersOf('web/features'), [...rooms].sort())
  const loose = ['contract', 'server/features', 'web/features'].flatMap((folder) =>
    filesOf(folder).filter((file) => file.split('/').length < (folder === 'contract' ? 3 : 5)),
  )
  assert.deepEqual(loose, [], 'every file lies in a room')
})

test('no file is there for tests alone', () => {
  assert.deepEqual(usedByTestsAlone([...imports, ...['scripts', 'bench'].flatMap(importsIn)]).filter(existsSync), [])
})

test('no file has a name that says nothing', () => {
  const nameless = ['contract', 'server', 'web']
    .flatMap(filesOf)
    .filter((file) => /(^|\/)(index|utils?|helpers?|common|service|manager|types)\.tsx?$/.test(file))
  assert.deepEqual(nameless, [])
})

test('a step asks its transaction what time it is', () => {
  const steps = filesOf('server/features').filter((file) => !isTest(file))
  assert.ok(steps.length > 200, `${steps.length} files were found`)
  assert.deepEqual(
    steps.filter((file) => readsAnotherClock(file, readFileSync(file, 'utf8'))),
    [],
  )
})

test('only the maker of the demo hands in a clock', () => {
  const makers = [...filesOf('server'), ...filesOf('bench'), ...filesOf('scripts')].filter(
    (file) =>
      !isTest(file) &&
      /buildApp\([^)]*\bclock\b/.test(readFileSync(file, 'utf8').replaceAll(/export async function buildApp\([^)]*\)/g, '')),
  )
  assert.deepEqual(makers, ['server/demo/demo.ts'])
  assert.doesNotMatch(readFileSync('server/main.ts', 'utf8') + readFileSync('server/config.ts', 'utf8'), /clock/i)
})

test('the rules can say no', () => {
  assert.ok(readsAnotherClock('server/features/selling/sale/ship-sale.ts', `const now = new Date()`))
  assert.ok(readsAnotherClock('server/features/selling/sale/ship-sale.ts', '.set({ at: sql`now()` })'))
  assert.ok(readsAnotherClock('server/features/selling/sale/ship-sale.ts', '.where(sql`lot.retest_on <= today()`)'))
  assert.ok(!readsAnotherClock('server/features/selling/sale/ship-sale.ts', `const now = tx.now(); new Date(now)`))
  assert.ok(trespass('server/features/warehouse/stock/move-stock.ts', 'server/features/release/raw/queries.ts'))
  assert.ok(trespass('server/features/release/raw/queries.ts', 'server/features/release/pack/queries.ts'))
  assert.ok(trespass('contract/release/raw-release.ts', 'server/app.ts'))
  assert.ok(trespass('contract/kernel/values.ts', 'contract/release/raw-release.ts'))
  assert.ok(trespass('server/kernel/serve.ts', 'server/features/warehouse/stock/move-stock.ts'))
  assert.ok(trespass('server/features/office/search/search.ts', 'server/features/selling/sale/waiting.ts'))
  assert.ok(trespass('server/db/connection.ts', 'server/kernel/serve.ts'))
  assert.ok(trespass('server/tools/zip.ts', 'server/db/connection.ts'))
  assert.ok(trespass('server/features/warehouse/stock/move-stock.ts', 'server/test/world.ts'))
  assert.ok(trespass('web/features/supply/purchase/APage.tsx', 'web/features/supply/supplier/BPage.tsx'))
  assert.ok(trespass('web/parts/A.tsx', 'web/features/supply/purchase/BPage.tsx'))
  assert.ok(trespass('web/shell/A.tsx', 'server/app.ts'))
  assert.equal(trespass('server/features/release/raw/release-lot.ts', 'server/features/warehouse/stock/move-stock.ts'), undefined)
  assert.equal(trespass('server/features/office/home/lives.ts', 'server/features/selling/sale/waiting.ts'), undefined)
  assert.equal(trespass('web/features/supply/purchase/APage.tsx', 'web/parts/ListPage.tsx'), undefined)
  assert.deepEqual(
    usedByTestsAlone([
      { from: 'server/tools/a.test.ts', to: 'server/tools/a.ts' },
      { from: 'server/tools/a.test.ts', to: 'server/tools/b.ts' },
      { from: 'server/kernel/c.ts', to: 'server/tools/b.ts' },
    ]),
    ['server/tools/a.ts'],
  )
  assert.equal(importedFile('web/shell/A.tsx', '#contract/kernel/pages.ts'), 'contract/kernel/pages.ts')
  assert.equal(importedFile('web/shell/A.tsx', 'react'), undefined)
})
