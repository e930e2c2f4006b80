import type pg from 'pg'
import type { Carrier } from '#tools/send-mail.ts'

const pause = 1000 // milliseconds between two looks into the outbox
const atOnce = 5

type Waiting = { enterprise_id: string; id: string; to_address: string; subject: string; body: string; link: string; attempts: number }
type Failure = { code?: string; responseCode?: number; message?: string }

export type Postman = {
  /** Sends what is due now, once; tells how many letters went. */
  deliver(): Promise<number>
  /** Looks into the outbox from now on, until stopped. */
  start(): void
  stop(): Promise<void>
}

/**
 * Takes committed letters out of the outbox and hands them to the carrier; what fails is tried again later and later until it is of no use.
 * Several processes may each have one. `publicUrl` goes before the links: never the address of a request, which a stranger could forge.
 * `tell` hears of failures without a recipient or a secret.
 */
export function openPostman(
  pool: pg.Pool,
  { carrier, publicUrl, tell }: { carrier: Carrier; publicUrl: string; tell: (what: string, facts: object) => void },
): Postman {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<unknown> = Promise.resolve()
  let stopped = false

  async function send(letter: Waiting): Promise<boolean> {
    const text = [letter.body, ...(letter.link === '' ? [] : [publicUrl + letter.link]), footer].join('\n\n')
    let failure: Failure | undefined
    try {
      await carrier.carry({ id: letter.id, to: letter.to_address, subject: letter.subject, text })
    } catch (error) {
      failure = error instanceof Error ? error : {}
    }
    const forGood = failure !== undefined && isForGood(failure)
    if (failure !== undefined)
      tell(forGood ? 'a letter was refused' : 'a letter could not be sent yet', {
        mail: letter.id,
        attempt: letter.attempts,
        code: failure.code,
        status: failure.responseCode,
      })
    await pool.query('select settle_mail($1, $2, $3, $4)', [
      letter.enterprise_id,
      letter.id,
      failure === undefined ? null : `${failure.code ?? ''} ${failure.message ?? ''}`.trim() || 'failed',
      forGood,
    ])
    return failure === undefined
  }

  async function deliver(): Promise<number> {
    let sent = 0
    for (;;) {
      const { rows } = await pool.query<Waiting>('select * from take_mail($1)', [atOnce])
      sent += (await Promise.all(rows.map(send))).filter(Boolean).length
      if (rows.length < atOnce || stopped) return sent
    }
  }

  let silent = false
  const look = () => {
    round = deliver()
      .then(() => void (silent = false))
      .catch((error: unknown) => {
        if (!silent) tell('the outbox cannot be read', { code: codeOf(error) })
        silent = true // once is enough while the database is away
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(look, pause)
      })
  }
  return {
    deliver,
    start: look,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
      carrier.close()
    },
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const footer = '—— 中药材质量溯源服务平台\n此邮件由系统发出，请勿回复。如不是您本人的操作，请忽略。'

/** The mailbox or the letter itself was refused; a wrong password or a server that is away may be put right. */
const isForGood = ({ code, responseCode = 0 }: Failure) => ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') && responseCode >= 500
