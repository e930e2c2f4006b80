/** Whether a thing thrown is the system error of this code, such as ENOENT. */
export const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code
