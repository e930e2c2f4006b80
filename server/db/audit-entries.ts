/** What an entry of the audit leaves out of its row's image, since it names the row by it; a key of several columns stays in the image. */
export const namingColumns = (key: readonly string[]): string[] => (key.length === 1 ? ['enterprise_id', ...key] : [])

/** True of every entry, in the words of the indexes: each of them holds the entries of one kind, so that a table's are found by its name. */
export const ofAnyKind = `(row_digest is null and row_id is not null or row_digest is null and row_key is not null or row_digest is not null)`
