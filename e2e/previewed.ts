import type { Page } from '@playwright/test'
import type { PaperKind } from '#contract/office/paper.ts'
import { readPdf } from '#server/test/read-pdf.ts'

/** The words of the document that the page shows next, without blanks: the viewer of the browser is closed to tests, its PDF is not. */
export async function previewed(page: Page, kind: PaperKind): Promise<string> {
  const answer = await page.waitForResponse(
    (response) => response.url().includes(`/api/papers/${kind}/`) && response.url().endsWith('/preview'),
  )
  return (await readPdf(await answer.body())).join('')
}
