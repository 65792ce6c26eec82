import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
import { runsOf, widthOf, type PdfWeight } from './pdf-fonts.ts'

/** In points from the left and top of the page, text by its baseline; `grey` 0 is black. */
export type PdfMark =
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly weight: PdfWeight
      readonly grey: number
      readonly text: string
    }
  | { readonly kind: 'line'; readonly x: number; readonly y: number; readonly width: number; readonly grey: number }

/** A4, in points. */
export const PAGE = { width: 595, height: 842 } as const

/** Pages of text and lines. Fonts are subset, and text can be searched and copied. */
export async function pdfFile(
  pages: readonly (readonly PdfMark[])[],
  { title, writtenAt }: { readonly title: string; readonly writtenAt: number },
): Promise<Buffer> {
  const document = new PdfDocument({
    autoFirstPage: false,
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.4',
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Producer: 'Roughmix', Creator: 'Roughmix', CreationDate: new Date(writtenAt) },
  })
  const whole = buffer(document)
  const named = new Set<string>()
  for (const marks of pages) {
    document.addPage()
    for (const mark of marks) draw(document, mark, named)
    // A sheet of thousands of notes takes seconds, so other requests get a turn between pages.
    await new Promise(setImmediate)
  }
  document.end()
  return whole
}

function draw(document: PDFKit.PDFDocument, mark: PdfMark, named: Set<string>): void {
  const level = Math.round(mark.grey * 255)
  if (mark.kind === 'line') {
    document.lineWidth(0.5).strokeColor([level, level, level])
    document
      .moveTo(mark.x, mark.y)
      .lineTo(mark.x + mark.width, mark.y)
      .stroke()
    return
  }
  document.fillColor([level, level, level]).fontSize(mark.size)
  let { x } = mark
  for (const { font, text } of runsOf(mark.text, mark.weight)) {
    if (!named.has(font.name)) document.registerFont(font.name, font.bytes())
    named.add(font.name)
    document.font(font.name).text(text, x, mark.y, { lineBreak: false, baseline: 'alphabetic' })
    x += widthOf(text, mark.size, mark.weight)
  }
}
