import { expect, test } from '@playwright/test'
import { assetApi } from '#contract/making/asset-api.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { demoPassword } from '#server/demo/person.ts'
import { doneStep, issuedProduction, nextStations } from '#server/demo/production.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

test('a batch is stopped in its third step: its goods are weighed into the 不合格区, and its line is free', async ({
  page,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const as = peopleAt(playwright.request, baseURL!)
  const lot = await releasedLot(as, { material: '当归', quantity: '60' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '50', reason: '按计划' }], line: `线 ${lot.lotNo}` })
  await doneStep(as, id)
  await doneStep(as, id)
  const operator = await as('shengchan')
  const { steps, orderNo, batchNo } = await operator.ask(productionApi.read, { id })
  await operator.ask(productionApi.startStep, {
    ...{ id, stepNo: 3, input: steps.at(-1)?.output ?? '0', temperature: '22', humidity: '48', ...(await nextStations(as, id)) },
    preChecks: { clearance: true, equipment: true, instruments: true, labels: true, site: true, documents: true },
  })

  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'qa')
  await page.goto(`/yinpian-shengchan?q=${orderNo}`)
  await page
    .getByRole('row')
    .filter({ hasText: orderNo })
    .getByRole('button', { name: /^终\s?止$/ })
    .click()
  const form = page.getByRole('dialog', { name: /^终止生产/ })
  await form.getByLabel('终止原因').fill('切药机刀片断裂，金属碎片落入物料')
  await form.getByLabel('在产物料重量').fill('44')
  await expect(form.getByRole('combobox', { name: /货位/ })).toBeVisible()
  for (const check of await form.getByRole('group', { name: '清场' }).getByRole('checkbox').all()) await check.check()
  await form.getByLabel('签名口令').fill(demoPassword)
  await form.getByLabel('质量负责人账号').fill('zhiliang')
  await form.getByLabel('质量负责人口令').fill(demoPassword)
  await form.getByRole('button', { name: '终止生产' }).click()
  await expect(page.getByText(`${batchNo} 已终止，在产物料入不合格区`)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: orderNo })
  await expect(row.getByRole('button', { name: /^终\s?止$/ })).toHaveCount(0)
  const { rows: lines } = await (await as('admin')).ask(assetApi.list, { kind: 'line', q: `线 ${lot.lotNo}` })
  expect(lines.map(({ state }) => state)).toEqual(['to_clean'])
  // The rejected rest lies where it is disposed of.
  await page.goto(`/suyuan-lvli?q=${batchNo}`)
  await expect(page.getByText('不合格').first()).toBeVisible()
})
