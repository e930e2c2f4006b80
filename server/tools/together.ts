/**
 * Waits for everything that was asked at the same time, and then refuses as if it had been asked one after the other: with the first no in the order of
 * the text. Nothing goes on behind the back of who asked.
 */
export async function together<Parts extends readonly unknown[]>(
  parts: readonly [...Parts],
): Promise<{ -readonly [Place in keyof Parts]: Awaited<Parts[Place]> }> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}
