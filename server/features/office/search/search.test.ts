import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeApi } from '#contract/cases/change-api.ts'
import { correctionApi } from '#contract/cases/correction.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { signed } from '#server/demo/person.ts'
import { searchApi } from '#contract/office/search.ts'
import { draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { openWorld, type World } from '#server/test/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const search = async (userName: string, q: string) => (await world.as(userName)).ask(searchApi.search, { q })
const titles = (hits: readonly { title: string }[]) => hits.map(({ title }) => title)

test('a number is found from its beginning on, the exact one first, on a page the person may open', async () => {
  const lot = await receivedLot(world.as)
  for (let more = 0; more < 2; more++) await draftOrder(world.as)
  const { documents } = await search('cangku', lot.lotNo.toLowerCase())
  assert.deepEqual(documents, [{ title: lot.lotNo, note: '原料批 当归', path: `/yuanliao-kucun?q=${lot.lotNo}` }])
  assert.deepEqual((await search('zhuguan', lot.lotNo)).documents, [], 'no page of hers lists lots')
  assert.deepEqual((await search('other', lot.lotNo)).documents, [], 'another enterprise knows nothing of it')

  const all = titles((await search('caigou', lot.orderNo.slice(0, -2))).documents)
  assert.equal(all.length, 3)
  assert.deepEqual([...all].sort(), all)
  assert.equal(titles((await search('caigou', all[2]!)).documents)[0], all[2])
})

test('a correction and a change are found by their number, in the view that lists them', async () => {
  const lot = await receivedLot(world.as)
  const qa = await world.as('qa')
  const { correctionNo } = await qa.ask(correctionApi.receiptLine, {
    id: lot.lotId,
    changes: { supplierLotNo: 'NEU-9' },
    reason: '抄错',
    signature: signed(),
  })
  const { rows } = await qa.ask(supplierApi.list, { q: 'S002' })
  const { caseNo } = await qa.ask(changeApi.supplier, {
    id: rows[0]!.id,
    changes: { state: 'suspended' },
    effectiveOn: dayInShanghai(new Date()),
    reason: '年度评审',
    impact: '未完采购单改由他家供货',
    signature: signed(),
  })
  const pathOf = async (no: string) => (await search('qa', no)).documents.map(({ title, path }) => [title, path])
  assert.deepEqual(await pathOf(correctionNo), [[correctionNo, `/zhiliang-shijian?view=correction&q=${correctionNo}`]])
  assert.deepEqual(await pathOf(caseNo), [[caseNo, `/zhiliang-shijian?view=change&q=${caseNo}`]])
  assert.deepEqual(await search('caigou', caseNo).then(({ documents }) => documents), [])
})

test('herbs, products and firms are found by name, by a part of it, and by pinyin initials', async () => {
  const { goods, documents } = await search('user', 'dg')
  assert.ok(titles(goods).includes('当归'))
  assert.equal(goods[0]!.title, '当归', 'whose initials are exactly so comes first')
  assert.deepEqual(documents, [])
  assert.deepEqual((await search('cangku', '白芍')).goods[0], {
    title: '白芍',
    note: '药材与辅料 Y004',
    path: `/yuanliao-kucun?${new URLSearchParams({ q: '白芍' })}`,
  })
  const { firms } = await search('xiaoshou', '北京')
  assert.ok(firms.length > 0 && firms.every(({ path }) => path.startsWith('/system-kehu?')), 'sales see customers, not suppliers')
  assert.deepEqual((await search('quyang', '北京')).firms, [])
})

test('a trace code, bare or in its address, leads to where codes are looked up', async () => {
  const code = 'B2345678901234567890'
  const expected = [
    { title: code, note: '追溯码 查履历', path: `/suyuan-lvli?q=${code}` },
    { title: code, note: '追溯码 查状态', path: `/suyuan-erweima?code=${code}` },
  ]
  for (const typed of [code, `https://trace.example.cn/c/${code}`, `https://trace.example.cn/index?c=${code}`])
    assert.deepEqual((await search('qa', typed)).documents, expected)
  assert.deepEqual((await search('baozhuang', code)).documents, expected.slice(1))
  // Who keeps stock or ships has no page of codes: the story opens over a page of theirs.
  const over = (path: string) => [{ title: code, note: '追溯码 查状态', path: `${path}?code=${code}` }]
  assert.deepEqual((await search('cangku', code)).documents, over('/yinpian-kucun'))
  assert.deepEqual((await search('caigou', code)).documents, over('/yuanliao-kucun'))
  assert.deepEqual((await search('jianyan', code)).documents, [])
})

test('signs that mean something to SQL mean nothing here, and what is too long finds nothing', async () => {
  for (const q of ["%'; --", '_', '\\', '当'.repeat(300)]) {
    const { documents, goods, firms } = await search('user', q)
    assert.deepEqual([documents, goods, firms], [[], [], []], q)
  }
})
