/**
 * What time it is for the business. The server's clock is the real one. Another can only be handed to `buildApp` by whoever writes a program: the
 * maker of the demo factory does, to tell of a year gone by (decision 0037). No setting, header or row of the database leads here.
 */
export type Clock = { now(): Date }

export const realClock: Clock = { now: () => new Date() }
