import type { Duty } from './duties.ts'
import type { RefusalCode } from './refusals.ts'

/** Two duties that one person may not both exercise on the same lot or document, and the refusal that keeps them apart there. */
export type Separation = { duties: readonly [Duty, Duty]; refusal: RefusalCode }

/** Every separation that the steps keep between persons (domain §2.0, I7). A role that holds both sides is allowed, and marked. */
export const separations: readonly Separation[] = [
  { duties: ['11:create', '11:approve'], refusal: 'author_approves' },
  { duties: ['11:create', '11:receive'], refusal: 'buyer_receives' },
  { duties: ['11:create', '12:sample'], refusal: 'buyer_inspects' },
  { duties: ['11:create', '12:test'], refusal: 'buyer_inspects' },
  { duties: ['11:receive', '12:sample'], refusal: 'receiver_inspects' },
  { duties: ['11:receive', '12:test'], refusal: 'receiver_inspects' },
  { duties: ['12:request', '12:accept'], refusal: 'requester_accepts' },
  { duties: ['12:request', '12:sample'], refusal: 'requester_samples' },
  { duties: ['12:test', '12:review'], refusal: 'analyst_reviews' },
  { duties: ['12:test', '12:approve'], refusal: 'analyst_approves' },
  { duties: ['12:review', '12:approve'], refusal: 'analyst_approves' },
  { duties: ['12:test', '13:decide'], refusal: 'analyst_releases' },
  { duties: ['11:create', '13:decide'], refusal: 'buyer_releases' },
  { duties: ['13:decide', '13:approve'], refusal: 'same_person' },
  { duties: ['37:decide', '13:approve'], refusal: 'same_person' },
  { duties: ['12:test', '37:decide'], refusal: 'analyst_releases' },
  { duties: ['17:test', '37:decide'], refusal: 'analyst_releases' },
  { duties: ['15:execute', '37:decide'], refusal: 'producer_releases' },
  { duties: ['18:execute', '37:decide'], refusal: 'producer_releases' },
  { duties: ['18:check', '37:decide'], refusal: 'producer_releases' },
  { duties: ['12:test', '13:approve'], refusal: 'analyst_releases' },
  { duties: ['17:test', '13:approve'], refusal: 'analyst_releases' },
  { duties: ['15:execute', '13:approve'], refusal: 'producer_releases' },
  { duties: ['18:execute', '13:approve'], refusal: 'producer_releases' },
  { duties: ['18:check', '13:approve'], refusal: 'producer_releases' },
  { duties: ['37:propose', '37:approve'], refusal: 'author_approves' },
  { duties: ['37:propose', '110:recall'], refusal: 'author_approves' },
  { duties: ['36:manage', '37:approve'], refusal: 'same_person' },
  { duties: ['33:audit', '37:approve'], refusal: 'stopped_by_self' },
  { duties: ['33:manage', '37:approve'], refusal: 'stopped_by_self' },
  { duties: ['14:dispose', '13:approve'], refusal: 'author_approves' },
  { duties: ['11:receive', '13:decide'], refusal: 'receiver_releases' },
  { duties: ['15:create', '15:approve'], refusal: 'author_approves' },
  { duties: ['15:issue', '15:check'], refusal: 'issuer_checks' },
  { duties: ['15:execute', '15:check'], refusal: 'operator_checks' },
  { duties: ['15:create', '15:qa'], refusal: 'operator_reviews' },
  { duties: ['15:execute', '15:qa'], refusal: 'operator_reviews' },
  { duties: ['15:qa', '13:approve'], refusal: 'same_person' },
  { duties: ['16:request', '16:accept'], refusal: 'requester_accepts' },
  { duties: ['16:request', '16:sample'], refusal: 'requester_samples' },
  { duties: ['17:test', '17:review'], refusal: 'analyst_reviews' },
  { duties: ['17:test', '17:approve'], refusal: 'analyst_approves' },
  { duties: ['17:review', '17:approve'], refusal: 'analyst_approves' },
  { duties: ['18:create', '18:approve'], refusal: 'author_approves' },
  { duties: ['18:create', '37:decide'], refusal: 'same_person' },
  { duties: ['18:approve', '37:decide'], refusal: 'same_person' },
  { duties: ['18:execute', '18:check'], refusal: 'same_person' },
  { duties: ['17:test', '19:release'], refusal: 'analyst_releases' },
  { duties: ['15:execute', '19:release'], refusal: 'producer_releases' },
  { duties: ['18:execute', '19:release'], refusal: 'producer_releases' },
  { duties: ['110:create', '110:approve'], refusal: 'author_approves' },
  { duties: ['36:manage', '36:approve'], refusal: 'author_approves' },
  { duties: ['31:qualify', '31:authorise'], refusal: 'author_approves' },
  { duties: ['110:pick', '110:check'], refusal: 'picker_checks' },
  { duties: ['35:manage', '35:review'], refusal: 'author_reviews' },
  { duties: ['35:manage', '35:approve'], refusal: 'author_approves' },
  { duties: ['35:review', '35:approve'], refusal: 'reviewer_approves' },
]

/** The separations of which a person with these rights holds both sides: they may do either, never both on one matter. */
export const conflictsOf = (rights: readonly string[]): readonly Separation[] =>
  separations.filter(({ duties }) => duties.every((duty) => rights.includes(duty)))

/** The rights with which one decides who may do what; only a person who holds one gives it, takes it, or takes over an account that has it. */
export const administrativeRights = ['31:manage', '32:manage', '33:platform'] as const satisfies readonly Duty[]

export const administrativeOf = (rights: readonly string[]): Duty[] => administrativeRights.filter((right) => rights.includes(right))

/**
 * The duties under which anything is signed, by the person who does it or by the second one at the screen. A test derives them from the
 * endpoints and the steps.
 */
export const signingRights = [
  '11:approve',
  '11:receive',
  '12:sample',
  '12:test',
  '12:review',
  '12:approve',
  '13:decide',
  '13:approve',
  '14:freeze',
  '14:move',
  '14:dispose',
  '14:count',
  '15:approve',
  '15:issue',
  '15:execute',
  '15:check',
  '15:qa',
  '16:sample',
  '17:test',
  '17:review',
  '17:approve',
  '18:approve',
  '18:execute',
  '18:check',
  '19:freeze',
  '19:move',
  '19:release',
  '110:pick',
  '110:check',
  '110:ship',
  '110:recall',
  '21:print',
  '21:void',
  '31:manage',
  '31:qualify',
  '31:authorise',
  '33:audit',
  '35:manage',
  '35:review',
  '35:approve',
  '36:manage',
  '36:approve',
  '37:decide',
  '37:propose',
  '37:approve',
] as const satisfies readonly Duty[]

/** The rights that one administrator proposes and another one approves before anybody has them. */
export const rightsByTwo: readonly Duty[] = [...new Set<Duty>([...signingRights, ...administrativeRights])]

export const byTwoOf = (rights: readonly string[]): Duty[] => rightsByTwo.filter((right) => rights.includes(right))
