import { sql } from 'kysely'
import { only, valueIn } from '#contract/kernel/certain.ts'
import { limitSentence, type LimitOp } from '#contract/laboratory/judge.ts'
import {
  groupOf,
  lookMethod,
  measuringOf,
  methodOf,
  readHerbs,
  type Herb,
  type HerbLimit,
} from '#server/features/laboratory/standard/starter-herbs.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Tx } from '#server/db/connection.ts'
import { seedAssets } from './assets.ts'
import { bins, customers, internalLimits, otherMaterials, products, suppliers, type DemoProcess } from './demo-factory.ts'

/**
 * What the workflow of an empty enterprise draws on: materials, standards, products, processes, places, suppliers, customers.
 * GTINs and identification codes belong to one firm, so only the operating enterprise gets the demo ones.
 */
export async function seedMasterData(tx: Tx, enterpriseId: string): Promise<void> {
  const { herbs, methods } = readHerbs()
  const materials = await seedMaterials(tx, enterpriseId, herbs)
  await tx
    .insertInto('processingMethod')
    .values(methods.map(({ record, ...method }) => ({ enterpriseId, ...method, initials: pinyinInitials(method.name), toRecord: record })))
    .execute()
  const made = await seedProducts(tx, enterpriseId, materials)

  await seedStandards(tx, enterpriseId, [
    // 三七 has none: its limits differ between editions, and a standard that asks for less than the book must not be in force.
    ...herbs.flatMap((herb) =>
      herb.crude.map(({ of, limits }) => ({ materialId: valueIn(materials, herb.name), ...pharmacopoeia(of), name: of, limits })),
    ),
    ...products.map((product) => ({
      productId: valueIn(made, product.code),
      ...pharmacopoeia(product.name),
      name: product.name,
      limits: limitsOfProduct(herbs, product),
    })),
    // What is counted is looked at and has no standard.
    ...otherMaterials
      .filter(({ unit }) => unit === 'kg')
      .map(({ code, name }) => ({
        materialId: valueIn(materials, name),
        kind: '企业标准',
        editions: [{ edition: `QB-${code}-01（演示）`, from: '2024-01-01', to: null }],
        name,
        limits: [],
      })),
  ])
  await seedProcesses(tx, enterpriseId, materials, made)
  await seedPlaces(tx, enterpriseId)
  await seedAssets(tx, enterpriseId)
  await seedPartners(tx, enterpriseId, materials)
}

const limitsOfProduct = (herbs: readonly Herb[], product: { herb: string; name: string }): HerbLimit[] =>
  only(herbs.filter((herb) => herb.name === product.herb).flatMap((herb) => herb.pieces.filter((pieces) => pieces.of === product.name)))
    .limits

async function seedMaterials(tx: Tx, enterpriseId: string, herbs: readonly Herb[]): Promise<Map<string, string>> {
  const rows = await tx
    .insertInto('material')
    .values([
      ...herbs.map((herb) => ({
        enterpriseId,
        code: herb.code,
        category: 'crude_drug' as const,
        materialClass: herb.class,
        name: herb.name,
        initials: herb.initials,
        latin: herb.latin,
        species: herb.species,
        medicinalPart: herb.part,
        usualOrigin: herb.origin,
        usualHarvest: herb.harvest,
        storage: herb.storage,
        isToxic: herb.toxic,
        isPrecious: herb.precious,
        needsGrowthYears: herb.growthYears,
        retestMonths: herb.retestMonths,
      })),
      ...otherMaterials.map((material) => ({
        enterpriseId,
        ...material,
        initials: pinyinInitials(material.name),
        materialClass: '',
        latin: '',
        species: [],
        medicinalPart: '',
        usualOrigin: '',
        usualHarvest: '',
        isToxic: false,
        isPrecious: false,
        needsGrowthYears: false,
      })),
    ])
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.name, row.id]))
}

async function seedProducts(tx: Tx, enterpriseId: string, materials: Map<string, string>): Promise<Map<string, string>> {
  const stored = await tx.selectFrom('material').select(['id', 'storage']).where('enterpriseId', '=', enterpriseId).execute()
  const storages = new Map(stored.map(({ id, storage }) => [id, storage]))
  const { isOperating } = await tx.selectFrom('enterprise').select('isOperating').where('id', '=', enterpriseId).executeTakeFirstOrThrow()
  const rows = await tx
    .insertInto('product')
    .values(
      products.map(({ code, herb, name, method, cutSpec, shelfLifeMonths }) => ({
        enterpriseId,
        code,
        name,
        initials: pinyinInitials(name),
        materialId: valueIn(materials, herb),
        processingMethod: method,
        cutSpec,
        shelfLifeMonths,
        storage: valueIn(storages, valueIn(materials, herb)),
      })),
    )
    .returning(['id', 'code'])
    .execute()
  const made = new Map(rows.map((row) => [row.code, row.id]))
  await tx
    .insertInto('packSpec')
    .values(
      products.flatMap((product) =>
        product.packs
          .filter((pack) => isOperating || pack.scheme === 'INTERNAL')
          .map((pack) => ({
            enterpriseId,
            productId: valueIn(made, product.code),
            name: pack.name,
            netQuantity: pack.net,
            packsPerBox: pack.perBox,
            codeScheme: pack.scheme,
            packIdentification: pack.scheme === 'NMPA20' ? pack.pack : null,
            boxIdentification: pack.scheme === 'NMPA20' ? pack.box : null,
            packGtin: pack.scheme === 'GS1' ? pack.pack : null,
            boxGtin: pack.scheme === 'GS1' ? pack.box : null,
          })),
      ),
    )
    .execute()
  return made
}

type Edition = { edition: string; from: string; to: string | null }
type Standard = { materialId?: string; productId?: string; kind: string; name: string; editions: Edition[]; limits: HerbLimit[] }

/** The book of which the limits of the seed were copied. 当归 shows how an edition takes over from the one before; both were copied from the same edition of the book, so they read alike. */
const book = readHerbs().edition
const pharmacopoeia = (name: string): Pick<Standard, 'kind' | 'editions'> => ({
  kind: '中国药典',
  editions:
    name === '当归'
      ? [
          { edition: book, from: '2020-12-30', to: '2025-10-01' },
          { edition: book, from: '2025-10-01', to: null },
        ]
      : [{ edition: book, from: '2020-12-30', to: null }],
})

async function seedStandards(tx: Tx, enterpriseId: string, standards: readonly Standard[]): Promise<void> {
  const people = await tx.selectFrom('account').select(['id', 'userName']).where('userName', 'in', ['fuhe', 'zhuguan']).execute()
  const person = (userName: string) => people.find((account) => account.userName === userName)?.id ?? null
  for (const { materialId = null, productId = null, kind, name, editions, limits } of standards) {
    const standard = await tx
      .insertInto('standard')
      .values({ enterpriseId, materialId, productId, kind, name, initials: pinyinInitials(name) })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [index, { edition, from, to }] of editions.entries()) {
      const version = await tx
        .insertInto('standardVersion')
        .values({
          enterpriseId,
          standardId: standard.id,
          version: index + 1,
          edition,
          effectiveFrom: from,
          effectiveTo: to,
          state: 'approved',
          writtenBy: person('fuhe'),
          approvedBy: person('zhuguan'),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const internal = productId === null ? {} : (internalLimits[name] ?? {})
      const words = materialId !== null && kind === '企业标准' ? ['性状', '食品级或药用级合格证明'] : ['性状']
      await tx
        .insertInto('standardItem')
        .values(
          [
            ...words.map((item, line) => ({
              enterpriseId,
              standardVersionId: version.id,
              line: line + 1,
              itemGroup: item === '性状' ? ('性状' as const) : ('其它' as const),
              name: item,
              specText: '应符合规定',
              operator: 'qualitative' as const,
              method: kind !== '企业标准' ? lookMethod : item === '性状' ? '目视、鼻闻' : '查验合格证明',
              parallels: 1,
            })),
            ...limits.map((row, line) => ({
              ...itemOf(row, { enterpriseId, standardVersionId: version.id, line: words.length + line + 1 }, internal[row.item]),
              ...measuringOf(limits)[line],
            })),
          ].map((item) => ({
            low: null,
            high: null,
            internalLow: null,
            internalHigh: null,
            unit: '',
            parallels: 2,
            outsourcedAllowed: false,
            formula: 'direct' as const,
            dryBasis: false,
            ...item,
          })),
        )
        .execute()
    }
  }
}

function itemOf(row: HerbLimit, at: { enterpriseId: string; standardVersionId: string; line: number }, internal: string | undefined) {
  const { item, op, limit, unit } = row
  const bound = op === 'le' ? 'high' : 'low'
  return {
    ...at,
    itemGroup: groupOf(item),
    name: item,
    specText: limitSentence({ op: op satisfies LimitOp, limit }, unit),
    operator: op,
    [bound]: limit,
    unit,
    method: methodOf(row),
    ...(internal !== undefined && { [op === 'le' ? 'internalHigh' : 'internalLow']: internal }),
    outsourcedAllowed: /黄曲霉|玉米赤霉/.test(item),
  }
}

async function seedProcesses(tx: Tx, enterpriseId: string, materials: Map<string, string>, made: Map<string, string>): Promise<void> {
  for (const { code, process } of products) {
    if (process === undefined) continue
    const version = await tx
      .insertInto('processVersion')
      .values({
        enterpriseId,
        productId: valueIn(made, code),
        version: 1,
        code: `GY-${code}-01（演示值）`,
        isInitial: true,
        yieldMin: process.yields[0],
        yieldMax: process.yields[1],
        balanceMin: process.balance[0],
        balanceMax: process.balance[1],
        maxBatch: '1000',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('processStep')
      .values(stepsOf(process).map((step) => ({ enterpriseId, processVersionId: version.id, ...step })))
      .execute()
    if (process.auxiliaries !== undefined)
      await tx
        .insertInto('processAuxiliary')
        .values(
          process.auxiliaries.map(({ material, ratio }) => ({
            enterpriseId,
            processVersionId: version.id,
            materialId: valueIn(materials, material),
            ratio,
          })),
        )
        .execute()
    await tx.updateTable('processVersion').set({ state: 'approved', effectiveFrom: '2025-01-01' }).where('id', '=', version.id).execute()
  }
}

const stepsOf = (process: DemoProcess) =>
  process.steps.map(({ name, option, isCritical = false, parameters }, index) => ({
    stepNo: index + 1,
    name,
    option,
    isCritical,
    parameters: JSON.stringify(parameters.map(([code, name, unit, min, target, max]) => ({ code, name, unit, min, target, max }))),
  }))

async function seedPlaces(tx: Tx, enterpriseId: string): Promise<void> {
  await tx
    .insertInto('place')
    .values(
      bins.map(([code, name, warehouse, zone, storageCondition]) => ({
        enterpriseId,
        code,
        name,
        initials: pinyinInitials(name),
        kind: 'bin',
        warehouse,
        zone,
        storageCondition,
      })),
    )
    .execute()
}

async function seedSuppliers(tx: Tx, enterpriseId: string, materials: Map<string, string>): Promise<void> {
  const auditor = await tx
    .selectFrom('account')
    .select(['id', 'name'])
    .orderBy(sql`user_name <> 'qa'`)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const days = (count: number) => sql<string>`today() + ${sql.lit(count)}::integer`
  for (const { validDays, approved, licence, ...supplier } of suppliers) {
    const standing = { auditedOn: days(-400), validUntil: days(validDays) }
    const { id: supplierId } = await tx
      .insertInto('supplier')
      .values({ enterpriseId, ...supplier, initials: pinyinInitials(supplier.name), ...standing })
      .returning('id')
      .executeTakeFirstOrThrow()
    const delivered = approved.length > 0 ? approved : otherMaterials.map(({ name }) => [name, ''] as const)
    await tx
      .insertInto('supplierMaterial')
      .values(delivered.map(([name, province]) => ({ enterpriseId, supplierId, materialId: valueIn(materials, name), province })))
      .execute()
    await tx
      .insertInto('supplierAudit')
      .values({ enterpriseId, supplierId, kind: 'first', ...standing, auditors: auditor.name, result: 'passed', recordedBy: auditor.id })
      .execute()
    const [kind, number, validFor] = licence
    await tx
      .insertInto('licence')
      .values({ enterpriseId, supplierId, kind, number, validFrom: days(-700), validUntil: days(validFor) })
      .execute()
  }
}

/** 本企业的证照; the certificate of conformity ends within 90 days. */
async function seedOwnLicences(tx: Tx, enterpriseId: string): Promise<void> {
  const days = (count: number) => sql<string>`today() + ${sql.lit(count)}::integer`
  const scope = '中药饮片（净制、切制、炒制、炙制、蒸制、煮制、煅制、燀制），毒性饮片，直接口服饮片'
  await tx
    .insertInto('licence')
    .values([
      { enterpriseId, kind: '营业执照', number: '（演示）', validFrom: days(-2000), validUntil: null },
      { enterpriseId, kind: '药品生产许可证', number: '20260001（演示）', scope, validFrom: days(-800), validUntil: days(1025) },
      { enterpriseId, kind: 'GMP符合性', number: 'GMP2026001（演示）', scope, validFrom: days(-1000), validUntil: days(60) },
    ])
    .execute()
}

/**
 * 采购规则 of the demo factory: above 100 000 元 two approve, above 500 000 元 three. The demo tells of months gone by, so dates may lie far back while it is made; `makeDemo` ends
 * with the usual days.
 */
export async function seedPurchaseRule(tx: Tx, enterpriseId: string): Promise<void> {
  await tx
    .insertInto('purchaseRule')
    .values({ enterpriseId, approvalsAbove: ['100000', '500000'], orderBackDays: 3650, receiptBackDays: 3650 })
    .execute()
}

async function seedPartners(tx: Tx, enterpriseId: string, materials: Map<string, string>): Promise<void> {
  await seedSuppliers(tx, enterpriseId, materials)
  await seedOwnLicences(tx, enterpriseId)
  const rows = await tx
    .insertInto('customer')
    .values(
      customers.map(({ addresses: _, licenceDays, ...customer }) => ({
        enterpriseId,
        ...customer,
        initials: pinyinInitials(customer.name),
        licenceValidUntil: sql<string>`today() + ${sql.lit(licenceDays)}::integer`,
      })),
    )
    .returning(['id', 'code'])
    .execute()
  const customerIds = new Map(rows.map(({ id, code }) => [code, id]))
  await tx
    .insertInto('customerAddress')
    .values(
      customers.flatMap(({ code, addresses }) =>
        addresses.map((address) => ({ enterpriseId, customerId: valueIn(customerIds, code), ...address })),
      ),
    )
    .execute()
}
