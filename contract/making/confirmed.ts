import { z } from 'zod'

/** Every check of a list, each confirmed. */
export const allConfirmed = <Check extends string>(checks: Record<Check, string>) =>
  z.strictObject(
    // `fromEntries` forgets the keys; they are those of the table.
    Object.fromEntries(Object.entries<string>(checks).map(([key, label]) => [key, z.literal(true, `请确认：${label}`)])) as Record<
      Check,
      z.ZodLiteral<true>
    >,
  )
