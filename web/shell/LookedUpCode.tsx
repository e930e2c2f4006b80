import { lazy, Suspense } from 'react'
import { lookUpPages } from '#contract/packing/codes.ts'
import { pageOfCode } from '#contract/kernel/pages.ts'
import { useTab } from '#web/lib/tab.ts'

const CodeDrawer = lazy(async () => ({ default: (await import('#web/features/packing/codes/CodeDrawer.tsx')).CodeDrawer }))
const paths: readonly string[] = lookUpPages.map((code) => pageOfCode(code).path)

/** The story of a code that was looked up, over a page of a person who has no page of codes: who keeps stock or ships. */
export function LookedUpCode() {
  const { path, query, setQuery } = useTab()
  const code = query.get('code')
  if (code === null || !paths.includes(path)) return null
  return (
    <Suspense>
      <CodeDrawer code={code} onClose={() => setQuery({ code: null })} />
    </Suspense>
  )
}
