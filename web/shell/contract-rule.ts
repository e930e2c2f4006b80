import type { z } from 'zod'

/** A form rule that asks the contract: the sentence on the field is the one the server would give, or `missing` where nothing was given. */
export const contractRule = (schema: z.ZodType, missing?: string) => ({
  validator: async (_: unknown, value: unknown) => {
    if (missing !== undefined && (typeof value !== 'string' || value.trim() === '')) throw new Error(missing)
    const result = schema.safeParse(value ?? '')
    if (!result.success) throw new Error(result.error.issues[0]?.message)
  },
})
