/** Why the program cannot start, said to the person at the keyboard in both languages; it is shown without a stack trace and ends with exit code 1. */
export class CannotStart extends Error {
  constructor(chinese: string, english: string) {
    super(`${chinese}\n${english}`)
    this.name = 'CannotStart'
  }
}

/** The code of a system error such as EACCES, or undefined when the thing thrown is none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
