import { windowsByte } from '#audio/markers/text-bytes.ts'
import type { PdfFont } from './pdf-letters.ts'

/** Points from the left and from the top of the page; `grey` is 0 for black. */
export type PdfMark =
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly font: PdfFont
      readonly grey: number
      readonly text: string
    }
  | { readonly kind: 'line'; readonly x: number; readonly y: number; readonly width: number; readonly grey: number }

/** A4. */
export const PAGE = { width: 595, height: 842 } as const

/**
 * Pages of text and lines, in the letters that every reader has built in (Helvetica, Windows Latin-1). @see ISO 32000-1
 */
export function pdfFile(
  pages: readonly (readonly PdfMark[])[],
  { title, writtenAt }: { readonly title: string; readonly writtenAt: number },
): Buffer {
  const pageId = (index: number) => 6 + 2 * index
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${pageId(i)} 0 R`).join(' ')}] >>`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
    `<< /Title ${utf16Text(title)} /Producer (Roughmix) /CreationDate ` +
      `(D:${new Date(writtenAt).toISOString().replace(/\D/g, '').slice(0, 14)}Z) >>`,
    ...pages.flatMap((marks, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 ` +
        `R /F2 4 0 R >> >> /Contents ${pageId(i) + 1} 0 R >>`,
      streamObject(marks.map(drawn).join('\n')),
    ]),
  ]
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const places = objects.map((object, i) => {
    const place = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table =
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n` +
    `<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table, 'latin1')
}

function fontObject(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
}

function streamObject(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

function drawn(mark: PdfMark): string {
  const y = round(PAGE.height - mark.y)
  if (mark.kind === 'line') return `${mark.grey} G 0.5 w ${round(mark.x)} ${y} m ${round(mark.x + mark.width)} ${y} l S`
  return (
    `BT ${mark.grey} g /${mark.font === 'bold' ? 'F2' : 'F1'} ${mark.size} Tf ` +
    `${round(mark.x)} ${y} Td (${windowsText(mark.text)}) Tj ET`
  )
}

/** One character for each byte; brackets and backslashes belong to the format. */
function windowsText(text: string): string {
  return [...text]
    .map((letter) => String.fromCharCode(windowsByte(letter) ?? 0x3f))
    .join('')
    .replace(/[\\()]/g, '\\$&')
}

function utf16Text(text: string): string {
  return `<feff${[...Array(text.length).keys()].map((i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('')}>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
