/**
 * How far the clock of a telephone, a scanner or a PC may run ahead of the server's, ms: five minutes, the acceptable clock skew of
 * RFC 4120 §8.2. The server's clock is the one that counts; a time within the skew is taken as now (domain §2: client time is never trusted).
 */
export const clockSkew = 5 * 60_000

/** Whether an instant lies in the future, further than clocks differ. What is no instant does not. */
export const isInFuture = (instant: string, now = Date.now()): boolean => Date.parse(instant) > now + clockSkew

export const futureMessage = '时间不能晚于现在'
