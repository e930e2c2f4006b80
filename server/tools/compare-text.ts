/** For sorting texts as the database sorts them: by their characters' numbers, in no language. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
