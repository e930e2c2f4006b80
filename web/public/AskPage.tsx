import { Layout } from './Layout.tsx'
import { StatusHead } from './StatusHead.tsx'

/** Asks for a code when none was given, or one that is not ours. Unknown, malformed and foreign codes get the same neutral sentence. */
export function AskPage({ tried, tooMany }: { tried: string | null; tooMany: boolean }) {
  const title = tooMany ? '查询过于频繁' : tried === null ? '查询中药饮片的来历' : '没有查到这个追溯码'
  const advice = tooMany
    ? '请过几分钟再试。'
    : tried === null
      ? '请用手机扫描包装上的二维码，或在下面输入二维码旁边的追溯码。'
      : '请核对包装上的追溯码后重新输入。如果确认无误仍查不到，请联系购买处或生产企业。'
  return (
    <Layout title={title} description={advice} enterprise={null} isDemo={false}>
      <StatusHead
        tone={tried === null && !tooMany ? 'ask' : 'off'}
        sign={tried === null && !tooMany ? 'ask' : 'unknown'}
        title={title}
        advice={advice}
      />
      <section className="card">
        <form action="/index" method="get">
          <label htmlFor="c">追溯码</label>
          <input
            id="c"
            name="c"
            required
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={tried ?? ''}
          />
          <button type="submit">查询</button>
        </form>
        <p className="note">追溯码为20位字母与数字，空格和短横可以省略，不分大小写。</p>
      </section>
      <footer>本页不记录您的个人信息。</footer>
    </Layout>
  )
}
