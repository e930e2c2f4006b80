import type { z } from 'zod'
import { keyOf } from '#contract/kernel/key-of.ts'

/** What a standard has to say: the law's decides about conformity, a firm's own is kept beside it, a customer's is asked about that customer alone (domain §2.7). */
export const standardAuthorities = { legal: '法定标准', internal: '企业标准', customer: '客户标准' } as const
export const standardAuthority = keyOf(standardAuthorities)
export type StandardAuthority = z.infer<typeof standardAuthority>

/** The kind of standard that is a customer's, and names the customer. */
export const customerKind = '客户标准'
