import type { ReactNode } from 'react'
import type { PublicScans, PublicStatus } from '#contract/tracing/public-trace.ts'

type Sign = PublicStatus | 'unknown' | 'ask'
type Tone = 'good' | 'wait' | 'bad' | 'off' | 'ask'

type Head = {
  tone: Tone
  sign: Sign
  title: string
  advice: string
  /** The telephone of the enterprise and what the button says; absent where nobody need call. */
  call?: { phone: string; words: string } | undefined
  /** The small lines: scans, days, the code. */
  children?: ReactNode
}

/** The one loud place of the page: what the goods are, in a word, a sign and a colour. */
export const StatusHead = ({ tone, sign, title, advice, call, children }: Head) => (
  <section className={`status ${tone}`}>
    <svg className="ghost" viewBox="0 0 64 64" aria-hidden="true">
      <use xlinkHref="#m" />
    </svg>
    <div className="say">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        {signs[sign]}
      </svg>
      <h1>{title}</h1>
    </div>
    <p>{advice}</p>
    {call !== undefined && call.phone !== '' && (
      <a className="call" href={dial(call.phone)}>
        {call.words}
      </a>
    )}
    {children}
  </section>
)

/** What a telephone dials of a number as it is written. */
export const dial = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

/** A code in groups of four, as on the label. */
export const Code = ({ code }: { code: string }) => (
  <>
    追溯码 <span className="code">{code.replace(/(.{4})(?=.)/g, '$1 ')}</span>
  </>
)

/** The way to tell the enterprise that something is wrong with this very pack. */
export const Tell = ({ code }: { code: string }) => (
  <a className="tell" href={`/fankui?c=${encodeURIComponent(code)}`}>
    反映问题
  </a>
)

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })
/** Above this many scans, a pack that was just opened is looked at twice. */
const manyScans = 10

/** How often a code was looked at; often is said aloud, since a copied label is scanned often. */
export function Scans({ scans: { count, firstAt } }: { scans: PublicScans }) {
  const told = count <= 1 ? '第 1 次被查询' : `第 ${count} 次被查询，首次 ${shanghai.format(new Date(firstAt))}`
  if (count <= manyScans) return <>{told}</>
  return (
    <>
      <b>{told}。</b>若包装刚刚拆封，请核对实物与批号，有疑问请联系企业。
    </>
  )
}

const disc = <circle cx="16" cy="16" r="15" fill="#fff" />
const pen = { fill: 'none', strokeWidth: 3.4, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const octagon = (
  <>
    <path d="M10.5 1h11L31 10.5v11L21.5 31h-11L1 21.5v-11z" fill="#fff" />
    <path d="M16 8v10" stroke="#b3261e" {...pen} />
    <circle cx="16" cy="23.5" r="2.2" fill="#b3261e" />
  </>
)
const signs: Record<Sign, ReactNode> = {
  genuine: (
    <>
      {disc}
      <path d="M8.5 16.5l5.2 5.3L23.8 11" stroke="#1e6b45" {...pen} />
    </>
  ),
  recalled: octagon,
  rejected: octagon,
  locked: octagon,
  frozen: (
    <>
      {disc}
      <path d="M12 10v12M20 10v12" stroke="#865400" {...pen} />
    </>
  ),
  expired: (
    <>
      {disc}
      <path d="M16 8.5V16l5 3.5" stroke="#865400" {...pen} />
    </>
  ),
  returned: (
    <>
      {disc}
      <path d="M13 9l-5 5 5 5M8 14h11a4.5 4.5 0 0 1 0 9h-3" stroke="#865400" {...pen} />
    </>
  ),
  not_released: (
    <>
      {disc}
      <path d="M10 9h12M10 23h12M11 9c0 5 10 9 10 14M21 9c0 5-10 9-10 14" stroke="#865400" {...pen} strokeWidth={2.4} />
    </>
  ),
  not_activated: (
    <>
      <circle cx="16" cy="16" r="13.5" fill="none" stroke="#fff" strokeWidth="3" strokeDasharray="5 3.5" />
      <circle cx="16" cy="16" r="3" fill="#fff" />
    </>
  ),
  voided: (
    <>
      {disc}
      <path d="M10.5 10.5l11 11m0-11l-11 11" stroke="#525a60" {...pen} />
    </>
  ),
  unknown: (
    <>
      {disc}
      <path d="M11.5 12.5c0-6 9-6 9-.5 0 3.5-4.5 3.5-4.5 7.5" stroke="#525a60" {...pen} strokeWidth={3} />
      <circle cx="16" cy="24.5" r="2" fill="#525a60" />
    </>
  ),
  ask: (
    <path
      d="M3 10V3h7M22 3h7v7M29 22v7h-7M10 29H3v-7M10 10h5v5h-5zM20 20h2v2h-2zM10 21h4M20 11h2v4"
      stroke="#fff"
      {...pen}
      strokeWidth={2.6}
    />
  ),
}
