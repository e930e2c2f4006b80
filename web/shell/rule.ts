import type { z } from 'zod'

/** A form rule that asks the contract: the sentence on the field is the one the server would give. */
export const byContract = (schema: z.ZodType) => ({
  validator: async (_: unknown, value: unknown) => {
    const result = schema.safeParse(value ?? '')
    if (!result.success) throw new Error(result.error.issues[0]?.message)
  },
})
