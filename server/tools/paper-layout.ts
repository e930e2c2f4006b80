import { encodeQR } from 'qr'
// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from 'pdfkit'
import { PaperSheet, page } from './paper-sheet.ts'
import { faces, Typesetter } from './paper-text.ts'
import type { Block, Card, Paper, Picture, PressAnswer, PressProgress } from './paper.ts'

/** Sets a whole document: its blocks from the top down, then heads, feet and marks on every page, when their number is known. */
export async function setPaper(paper: Paper, onProgress: (progress: PressProgress) => void = () => {}): Promise<PressAnswer> {
  const text = new Typesetter()
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    // What is the same comes out the same: no time and no number of its own.
    info: { Title: `${paper.title} ${paper.documentNo}`, Author: paper.firm, CreationDate: new Date(paper.madeAt), Producer: 'bencao' },
  })
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.once('end', resolve))
  for (const [face, file] of Object.entries(faces)) document.registerFont(face, file)

  const sheet = new PaperSheet(document, text)
  const work = paper.blocks.reduce((sum, block) => sum + workOf(block), 1)
  // What is set is most of the work; fonts and feet are the rest.
  sheet.onPage = (pages) => onProgress({ part: Math.min(0.9, (0.9 * sheet.rowsSet) / work), pages })
  sheet.newPage()
  sheet.y = headBottom
  for (const block of paper.blocks) setBlock(sheet, block)
  sheet.begin(0)
  const pages = document.bufferedPageRange().count
  for (let at = 0; at < pages; at++) {
    document.switchToPage(at)
    if (at === 0) setFirstHead(sheet, paper)
    else setLaterHead(sheet, paper)
    setFoot(sheet, paper, at + 1, pages)
  }
  if (text.missing.size > 0) return { missing: [...text.missing] }
  document.end()
  await ended
  return { bytes: Buffer.concat(chunks), pages }
}

/** How many rows a block is long. */
const workOf = (block: Block) => (block.is === 'table' ? block.rows.length : 0)

const headBottom = 118
/** Modules of white that the encoder puts around; the margins of the page do. */
const quiet = 1
const cardsAcross = 2
const cardHeight = 132

function setBlock(sheet: PaperSheet, block: Block): void {
  switch (block.is) {
    case 'heading':
      return sheet.heading(block.text)
    case 'paragraph':
      return sheet.paragraph(block.words)
    case 'facts':
      return sheet.facts(block.rows, block.isSingle ?? false)
    case 'table':
      return sheet.table(block.columns, block.rows, block.sums ?? 0)
    case 'blanks':
      return sheet.blanks(block.labels)
    case 'cards':
      return setCards(sheet, block.cards)
    case 'pictures':
      return setPictures(sheet, block.pictures)
    case 'page':
      return sheet.newPage()
  }
}

/** Firm and logo, the title, the number, the marks and the QR. */
function setFirstHead(sheet: PaperSheet, paper: Paper): void {
  const { document } = sheet
  let x = page.left
  if (paper.logo !== null) {
    document.image(Buffer.from(paper.logo), x, 34, { fit: [96, 30] })
    x += 104
  }
  sheet.put(paper.firm, { x, y: paper.logo === null ? 46 : 54, size: 10.5, face: 'bold' })
  drawQr(sheet, paper.address, page.right - 56, 32, 56)
  sheet.put(paper.title, { x: page.left, y: 84, size: 18, face: 'bold', align: 'center', width: page.width })
  sheet.put(paper.form, { x: page.left, y: 106, size: 8 })
  sheet.put(`编号：${paper.documentNo}`, { x: page.left, y: 106, size: 9.5, face: 'bold', align: 'right', width: page.width })
  sheet.rule(111)
  setMarks(sheet, paper.marks, page.right - 66, 36, 11)
}

function setLaterHead(sheet: PaperSheet, paper: Paper): void {
  sheet.put(`${paper.firm}　${paper.title}`, { x: page.left, y: 42, size: 8.5 })
  sheet.put(`编号：${paper.documentNo}`, { x: page.left, y: 42, size: 8.5, face: 'bold', align: 'right', width: page.width })
  sheet.rule(48)
  setMarks(sheet, paper.marks, page.right - 150, 29, 9)
}

/** Each mark in a frame, from `right` leftwards; and once more, faint, across the page. */
function setMarks(sheet: PaperSheet, marks: readonly string[], right: number, y: number, size: number): void {
  let x = right
  for (const mark of marks) {
    const width = sheet.text.widthOf(mark, size, 'bold') + size
    x -= width
    sheet.document
      .lineWidth(1)
      .strokeColor('#000')
      .rect(x, y, width, size * 1.7)
      .stroke()
    sheet.put(mark, { x: x + size / 2, y: y + size * 1.22, size, face: 'bold' })
    x -= 6
  }
  if (marks.length > 0) sheet.across(marks.join('　'))
}

function setFoot(sheet: PaperSheet, paper: Paper, number: number, pages: number): void {
  const y = page.bottom + 12
  sheet.rule(y - 8)
  sheet.put(paper.foot, { x: page.left, y: y + 3, size: 8 })
  sheet.put(`第 ${number} 页，共 ${pages} 页`, { x: page.left, y: y + 3, size: 8, align: 'right', width: page.width })
  if (paper.retention !== '') sheet.put(paper.retention, { x: page.left, y: y + 14, size: 7.5 })
}

function drawQr(sheet: PaperSheet, content: string, x: number, y: number, size: number): void {
  const dots = encodeQR(content, 'raw', { ecc: 'medium', border: quiet })
  const dot = size / (dots.length - 2 * quiet)
  const { document } = sheet
  dots.forEach((row, down) =>
    row.forEach((isDark, across) => {
      // A hair wider than the module: viewers would show seams.
      if (isDark) document.rect(x + (across - quiet) * dot, y + (down - quiet) * dot, dot + 0.05, dot + 0.05)
    }),
  )
  document.fill('#000')
}

/** Labels to be cut out, two beside each other. */
function setCards(sheet: PaperSheet, cards: readonly Card[]): void {
  const gap = 10
  const width = (page.width - gap * (cardsAcross - 1)) / cardsAcross
  cards.forEach((card, at) => {
    const across = at % cardsAcross
    if (across === 0) sheet.begin(cardHeight + gap)
    setCard(sheet, card, page.left + across * (width + gap), width)
    if (across === cardsAcross - 1 || at === cards.length - 1) sheet.y += cardHeight + gap
  })
}

function setCard(sheet: PaperSheet, card: Card, x: number, width: number): void {
  const { document, y } = sheet
  document.lineWidth(0.6).strokeColor('#000').dash(3, { space: 2 }).rect(x, y, width, cardHeight).stroke().undash()
  const [title, name] = [sheet.fit(card.title, 12, 'bold', 70), sheet.fit(card.name, 12, 'bold', width - 104)]
  document.rect(x + 8, y + 8, title.width + 10, 19).fill('#000')
  sheet.put(title.text, { x: x + 13, y: y + 22, size: title.size, face: 'bold', colour: '#fff' })
  sheet.put(name.text, { x: x + title.width + 26, y: y + 22, size: name.size, face: 'bold' })
  const room = width - 16 - 62
  card.facts.forEach(([label, value], line) => {
    const at = y + 43 + line * 13.5
    sheet.put(label, { x: x + 8, y: at, size: 8 })
    const shown = sheet.fit(value, 9, 'plain', room - 42)
    sheet.put(shown.text, { x: x + 50, y: at, size: shown.size })
  })
  drawQr(sheet, card.code, x + width - 62, y + 34, 52)
  sheet.put(card.foot, { x: x + 8, y: y + cardHeight - 7, size: 7.5 })
}

const picturesAcross = 2
const pictureHeight = 176
const captionLines = 3

/** Photographs two beside each other, whole and in their own proportions, each over its caption. */
function setPictures(sheet: PaperSheet, pictures: readonly Picture[]): void {
  const gap = 10
  const width = (page.width - gap * (picturesAcross - 1)) / picturesAcross
  const height = pictureHeight + captionLines * 11 + 10
  pictures.forEach(({ bytes, caption }, at) => {
    const across = at % picturesAcross
    if (across === 0) sheet.begin(height)
    const x = page.left + across * (width + gap)
    sheet.document.image(Buffer.from(bytes), x, sheet.y + 4, { fit: [width, pictureHeight], align: 'center', valign: 'center' })
    sheet.caption(caption, { x, y: sheet.y + pictureHeight + 14, width, lines: captionLines })
    if (across === picturesAcross - 1 || at === pictures.length - 1) sheet.y += height
  })
}
