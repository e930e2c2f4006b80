import type { Named } from './judge.ts'

/** Statements that read more than they give, and why they must. */
export const namedStatements: readonly Named[] = []
