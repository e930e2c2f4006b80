import { OtherWays } from './OtherWays.tsx'

/** 找不到页面: the address leads nowhere; the pages of this person and the search lead on. */
export function NotFoundPage() {
  return (
    <section className="dead-end">
      <h1>找不到页面</h1>
      <p>地址可能输入有误，或者页面已经移走。</p>
      <OtherWays />
    </section>
  )
}
