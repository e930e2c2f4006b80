import { extractText, getDocumentProxy } from 'unpdf'

/** A PDF as another program reads it (pdf.js): the text of each page, without the blanks between words that the layout makes. */
export async function readPdf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
  return text.map((page) => page.replaceAll(/\s+/g, ''))
}
