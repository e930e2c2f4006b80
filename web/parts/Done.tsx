import { dateTime } from '#web/lib/format.ts'

/** Who did something and when, in a cell; the time does not break. */
export const Done = ({ by, at }: { by: string | null; at: string }) => (
  <>
    {by} <time dateTime={at}>{dateTime(at)}</time>
  </>
)
