import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { smtpCarrier } from '#tools/send-mail.ts'
import { openPostman } from '#kernel/postman.ts'

/** A real SMTP server on this machine, and a postman who brings it what waits in the outbox. */
export type Mailbox = {
  /** Everything that arrived, the oldest first. */
  letters: Email[]
  /** Lets the postman go once, and gives the last letter that arrived for an address. */
  letterTo(address: string): Promise<Email | undefined>
  /** The secret of the link in the last letter to an address. */
  tokenTo(address: string): Promise<string>
  /** What the server says to the next recipients; undefined = it takes the letter. */
  refuseWith(status: number | undefined): void
  /** What the postman wrote to the log. */
  told: { what: string; facts: object }[]
  deliver(): Promise<number>
  close(): Promise<void>
}

/** Opens one over the outbox of `pool`'s database. */
export async function openMailbox(pool: pg.Pool): Promise<Mailbox> {
  const letters: Email[] = []
  const told: Mailbox['told'] = []
  let refusing: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onRcptTo: (_address, _session, done) =>
      refusing === undefined ? done() : done(Object.assign(new Error('refused'), { responseCode: refusing })),
    onData(stream, _session, answer) {
      const take = async () => {
        letters.push(await PostalMime.parse(await buffer(stream)))
        answer()
      }
      take().catch(answer)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const postman = openPostman(pool, {
    carrier: smtpCarrier(`smtp://127.0.0.1:${port}`, '本草平台 <bencao@example.cn>'),
    publicUrl: 'https://trace.example.cn',
    tell: (what, facts) => told.push({ what, facts }),
  })
  const letterTo: Mailbox['letterTo'] = async (address) => {
    await postman.deliver()
    return letters.findLast((letter) => letter.to?.some((to) => to.address === address))
  }
  return {
    letters,
    told,
    letterTo,
    async tokenTo(address) {
      const letter = await letterTo(address)
      return /#\w+=([\w-]{43})$/m.exec(letter?.text ?? '')?.[1] ?? ''
    },
    refuseWith: (status) => void (refusing = status),
    deliver: postman.deliver,
    async close() {
      await postman.stop()
      server.close(() => {})
      await once(server.server, 'close')
    },
  }
}
