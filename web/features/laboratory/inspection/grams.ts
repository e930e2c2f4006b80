import { exact } from '#contract/kernel/exact-decimal.ts'

/** Grams to the tenth that is weighed, without a nought behind the point. */
export const grams = (text: string) => `${exact(text).toFixed()} g`
