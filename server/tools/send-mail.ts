import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

/** A letter as it leaves the house. */
type Envelope = { id: string; to: string; subject: string; text: string }

/** Who carries letters away: an SMTP server, or, where none is configured, a folder. */
export type Carrier = { carry(envelope: Envelope): Promise<void>; close(): void }

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const messageOf = ({ id, to, subject, text }: Envelope, from: string) => ({
  from,
  to: { name: '', address: to }, // never read as a list of addresses
  subject,
  text,
  // The same at every attempt, so that a mailbox can tell a letter that came twice.
  messageId: `<${id}@bencao>`,
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * Sends by the SMTP server of `url` (smtp://user:password@host:587 or smtps://…:465). Beyond this machine a password is given only over
 * TLS with a valid certificate.
 */
export function smtpCarrier(url: string, from: string): Carrier {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const local = loopback.has(hostname)
  const transport = createTransport({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: !secure && !local && username !== '',
    ignoreTLS: !secure && local,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    carry: async (envelope) => void (await transport.sendMail(messageOf(envelope, from))),
    close: () => transport.close(),
  }
}

/** Keeps each letter as a file that any mail program opens, readable by its owner alone. */
export function folderCarrier(folder: string, from: string): Carrier {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async carry(envelope) {
      const { message } = await transport.sendMail(messageOf(envelope, from))
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const at = new Date().toISOString().replaceAll(/[:.]/g, '')
      writeFileSync(join(folder, `${at}-${envelope.id}.eml`), message as Buffer, { mode: 0o600 }) // `buffer: true` asks for one
    },
    close: () => {},
  }
}
