import type pg from 'pg'
import { valueIn } from '#contract/kernel/certain.ts'
import { foundEnterprise } from '#server/features/people/enterprise/found-enterprise.ts'
import { endFounding } from '#server/features/people/user/administrators.ts'
import { hashPassword } from '#tools/password.ts'
import { asSetup, newEnterpriseId } from './as-setup.ts'
import { seedMasterData, seedPurchaseRule } from './master-data.ts'
import { demoPeople } from './roles.ts'

/**
 * The demo factory (which is the operating enterprise) and a second enterprise, with their people, roles and master data.
 * `pool` connects as bencao_app; the database must be empty.
 */
export async function seedBase(pool: pg.Pool, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  const ownPeople = demoPeople.filter((person) => person.elsewhere !== true)
  const otherPeople = demoPeople.filter((person) => person.elsewhere === true)
  await seedEnterprise(pool, {
    name: '岷州本草饮片有限公司',
    initials: 'mzbcyp',
    creditCode: '91621126MA7BC0DE1E',
    licenceNo: '甘20260001（演示）',
    province: '甘肃省',
    city: '定西市',
    legalPerson: '岷州本',
    qualityHead: '冯受权',
    contact: '陈管理',
    address: '甘肃省定西市岷县中药材产业园1号',
    phone: '0932-0000000',
    introduction: '演示企业：以岷县当归为主的中药饮片生产企业。',
    isOperating: true,
    people: ownPeople,
    passwordHash,
  })
  await seedEnterprise(pool, {
    name: '蜀中饮片厂',
    initials: 'szypc',
    creditCode: '91510182MA6BC0DE27',
    licenceNo: '川20260002（演示）',
    province: '四川省',
    city: '成都市',
    legalPerson: '蜀中本',
    qualityHead: '外企甲',
    contact: '外企甲',
    address: '四川省成都市彭州市工业大道8号',
    phone: '028-00000000',
    introduction: '演示企业：用来表明两家企业的数据互不可见。',
    isOperating: false,
    people: otherPeople,
    passwordHash,
  })
}

type NewEnterprise = {
  name: string
  initials: string
  creditCode: string
  licenceNo: string
  province: string
  city: string
  legalPerson: string
  qualityHead: string
  contact: string
  address: string
  phone: string
  introduction: string
  isOperating: boolean
  people: typeof demoPeople
  passwordHash: string
}

async function seedEnterprise(pool: pg.Pool, { people, passwordHash, ...enterprise }: NewEnterprise) {
  const id = await newEnterpriseId(pool)
  await asSetup(pool, id, async (tx) => {
    const roles = await foundEnterprise(tx, { id, isDemo: true, ...enterprise })
    for (const person of people) {
      const account = await tx
        .insertInto('account')
        .values({
          enterpriseId: id,
          userName: person.userName,
          name: person.name,
          initials: person.initials,
          post: person.post,
          passwordHash,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('accountRole')
        .values(person.roles.map((role) => ({ enterpriseId: id, accountId: account.id, roleId: valueIn(roles, role) })))
        .execute()
    }
    await endFounding(tx)
    await seedMasterData(tx, id)
    if (enterprise.isOperating) await seedPurchaseRule(tx, id)
  })
}
