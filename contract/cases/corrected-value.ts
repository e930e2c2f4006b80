import { z } from 'zod'

/** One value of a correction: what it was and what it becomes, as text. */
export const askedChange = z.strictObject({ field: z.string(), old: z.string().nullable(), new: z.string().nullable() })

/** A value that a correction changed, as the corrected record shows it. The field is named as in the database. */
export const correctedValue = askedChange.extend({ correctionNo: z.string() })
export type CorrectedValue = z.infer<typeof correctedValue>
