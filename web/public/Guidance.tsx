import type { PublicStatus } from '#contract/tracing/public-trace.ts'

const sentBack = [
  ['怎么退', '把药连同包装带到购买的药房或医院。'],
  ['已经用了', '身体不适请先就医，并带上包装。'],
] as const

/** What to do now, where something is wrong: in place of the three sentences on the goods. */
const guidance: Partial<Record<PublicStatus, readonly (readonly [heading: string, sentence: string])[]>> = {
  recalled: sentBack,
  rejected: sentBack,
  locked: [
    ['为什么', '监管部门只锁定了这一包装，还没有结论。'],
    ['现在', '请先收好，不要使用，也不必丢弃。'],
    ['以后', '有结论后，扫同一个码就能看到。'],
  ],
  frozen: [
    ['为什么', '有一项情况需要核查，还没有结论。'],
    ['现在', '请先收好，不必丢弃。'],
    ['以后', '有结论后，扫同一个码就能看到。'],
  ],
  returned: [
    ['可能是', '换下的包装，或扫到的标签是复制的。'],
    ['现在', '请先收好，不要使用。'],
    ['再问', '请向购买处或企业核对，并报出批号。'],
  ],
  not_released: [
    ['现在', '请先收好，不要使用。'],
    ['先看', '包装上的品名、批号、生产企业是否齐全。'],
    ['再问', '请向购买处或企业核对，并报出批号。'],
  ],
  not_activated: [
    ['可能是', '包装还没有出厂，或扫到的不是正式标签。'],
    ['先看', '包装上的品名、批号、生产企业是否齐全。'],
    ['再问', '打电话时请报上面的追溯码。'],
  ],
  voided: [
    ['可能是', '换过标签的包装，应以新标签上的码为准。'],
    ['先看', '包装上是否另有一枚二维码。'],
    ['再问', '打电话时请报上面的追溯码。'],
  ],
}

export const guides = (status: PublicStatus) => guidance[status] !== undefined

/** The sentences of a status on the trace line; `batchLink` leads to the whole batch. */
export const Guidance = ({ status, batchLink }: { status: PublicStatus; batchLink: string | null }) => (
  <ol className="line">
    {(guidance[status] ?? []).map(([heading, sentence]) => (
      <li key={heading}>
        <h2>{heading}</h2>
        {sentence}
      </li>
    ))}
    {batchLink !== null && (
      <li>
        <h2>整批</h2>
        <a className="more" href={batchLink}>
          查看整批履历
        </a>
      </li>
    )}
  </ol>
)
