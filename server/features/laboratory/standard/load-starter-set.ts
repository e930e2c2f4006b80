import { Refusal } from '#contract/kernel/refusals.ts'
import { standardActions } from '#contract/laboratory/standard.ts'
import type { starterApi, StarterHerb } from '#contract/laboratory/starter-set.ts'
import { createMaterial } from '#server/features/making/processing/write-material.ts'
import { createMethod } from '#server/features/making/processing/write-method.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { signEach } from '#kernel/sign.ts'
import { checkDay, endWriting } from './approve-standard.ts'
import { itemsOf, readHerbs, type Herb } from './starter-herbs.ts'
import { writeItems } from './write-items.ts'
import { createStandard } from './write-standard.ts'

/** The book that the limits of the set are from. */
const book = '中国药典'

export const readStarterSet: Handler<typeof starterApi.read> = async (tx) => {
  const known = await readKnown(tx)
  const { edition, herbs } = readHerbs()
  return { edition, herbs: herbs.map((herb) => starterHerb(herb, known)) }
}

/**
 * Brings chosen herbs of the set in: materials, the methods of processing, and their standards. Who loads them signs them as their author; they are
 * in force only after another person's approval, as every standard.
 */
export const loadStarterSet: Handler<typeof starterApi.load> = async (tx, actor, { herbs: codes, signature, effectiveFrom }) => {
  const set = readHerbs()
  // What was copied from one edition does not become another by saying so: a later one is written as a new edition.
  const header = { edition: set.edition, effectiveFrom }
  checkDay(tx, header)
  const chosen = set.herbs.filter(({ code }) => codes.includes(code))
  const unknown = codes.findIndex((code) => chosen.every((herb) => herb.code !== code))
  if (unknown >= 0) throw new Refusal('not_found', [{ path: `herbs.${unknown}`, message: '起始目录中没有这种药材' }])
  const before = await readKnown(tx)
  if (!chosen.some((herb) => starterHerb(herb, before).isNew)) throw new Refusal('starter_loaded')

  const materials = await bringMaterials(
    tx,
    actor,
    chosen.filter(({ name }) => !before.materials.has(name)),
  )
  const methods = materials === 0 ? 0 : await bringMethods(tx, actor, set.methods)
  const written = await bringStandards(tx, actor, chosen, header)
  if (written.length > 0) {
    await endWriting(tx, actor, written)
    await signEach(tx, actor, signature, { meaning: standardActions.submit.signs, table: 'standard_version', ids: written })
    await notify(tx, actor, {
      duty: '36:approve',
      title: `起始目录的 ${written.length} 份质量标准待批准`,
      body: `${header.edition}，请对照药典原文核对后批准；缺项的可以退回补充`,
      page: '/system-zidian',
      at: { state: 'written' },
    })
  }
  return { materials, methods, standards: written.length }
}

/** What this enterprise has of what the set holds, by name. */
type Known = {
  materials: Map<string, { id: string; isActive: boolean }>
  /** Products in use: material and name. */
  products: Map<string, string>
  /** Standards by the book: subject and name. */
  standards: Set<string>
}

const pair = (id: string, name: string) => `${id}/${name}`

async function readKnown(tx: Tx): Promise<Known> {
  const materials = await tx.selectFrom('material').select(['id', 'name', 'isActive']).where('category', '=', 'crude_drug').execute()
  const products = await tx.selectFrom('product').select(['id', 'name', 'materialId']).where('isActive', '=', true).execute()
  const standards = await tx
    .selectFrom('standard')
    .select((eb) => [eb.fn.coalesce('materialId', 'productId').as('subjectId'), 'name'])
    .where('kind', '=', book)
    .execute()
  return {
    materials: new Map(materials.map(({ name, id, isActive }) => [name, { id, isActive }])),
    products: new Map(products.map(({ materialId, name, id }) => [pair(materialId, name), id])),
    standards: new Set(standards.flatMap(({ subjectId, name }) => (subjectId === null ? [] : pair(subjectId, name)))),
  }
}

/** The standards of a herb with the thing that each is of; a herb out of use gets none. */
function standardsOf(herb: Herb, known: Known) {
  const material = known.materials.get(herb.name)
  const all = [
    ...herb.crude.map((one) => ({ ...one, kind: 'material' as const, subjectId: material?.id })),
    ...herb.pieces.map((one) => ({
      ...one,
      kind: 'product' as const,
      subjectId: material && known.products.get(pair(material.id, one.of)),
    })),
  ]
  return all.map(({ kind, of: name, limits, subjectId }) => {
    const isLoaded = material?.isActive === false || (subjectId !== undefined && known.standards.has(pair(subjectId, name)))
    const standing = isLoaded ? 'loaded' : kind === 'product' && subjectId === undefined ? 'awaited' : 'new'
    return { of: kind, name, items: itemsOf(limits), subjectId, standing } as const
  })
}

function starterHerb(herb: Herb, known: Known): StarterHerb {
  const { code, name, part, species, toxic } = herb
  const isKnown = known.materials.has(name)
  const standards = standardsOf(herb, known).map(({ subjectId: _, ...standard }) => standard)
  return {
    code,
    name,
    part,
    species,
    isToxic: toxic,
    isKnown,
    standards,
    isNew: !isKnown || standards.some(({ standing }) => standing === 'new'),
  }
}

async function bringMaterials(tx: Tx, actor: Actor, herbs: readonly Herb[]): Promise<number> {
  if (herbs.length === 0) return 0
  if (!actor.rights.includes('35:manage')) throw new Refusal('no_permission', [{ path: 'herbs', message: '35:manage' }])
  const taken = new Set((await tx.selectFrom('material').select('code').execute()).map(({ code }) => code))
  for (const herb of herbs)
    await createMaterial(tx, actor, {
      // A factory may have given the set's code to something else.
      code: taken.has(herb.code) ? `${herb.code}-Q` : herb.code,
      category: 'crude_drug',
      name: herb.name,
      unit: 'kg',
      materialClass: herb.class,
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
      retestNotice: 30,
      retestLimit: null,
      testAmount: null,
    })
  return herbs.length
}

async function bringMethods(tx: Tx, actor: Actor, methods: ReturnType<typeof readHerbs>['methods']): Promise<number> {
  const known = new Set((await tx.selectFrom('processingMethod').select('name').execute()).map(({ name }) => name))
  const missing = methods.filter(({ name }) => !known.has(name))
  for (const { record, ...method } of missing) await createMethod(tx, actor, { ...method, toRecord: record })
  return missing.length
}

/** Writes the standards that are not there yet, as drafts; their ids. */
async function bringStandards(
  tx: Tx,
  actor: Actor,
  herbs: readonly Herb[],
  header: { edition: string; effectiveFrom: string },
): Promise<string[]> {
  const known = await readKnown(tx)
  const written: string[] = []
  for (const { of, name, items, subjectId, standing } of herbs.flatMap((herb) => standardsOf(herb, known))) {
    if (standing !== 'new' || subjectId === undefined) continue
    const remark = '由起始目录载入：只收来源一致的限度，批准前须与原文核对并补全'
    const { id } = await createStandard(tx, actor, { of, subjectId, kind: book, name, remark, ...header })
    await writeItems(tx, actor, id, items)
    written.push(id)
  }
  return written
}
