/** Why the database cannot be migrated; the message is for the person at the console. */
export class MigrationError extends Error {}
