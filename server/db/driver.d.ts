declare module 'pg/lib/utils.js' {
  /** A value in the form in which it goes to the database. */
  export function prepareValue(value: unknown): unknown
}
