import { clockTime } from '#audio/markers/marker-times.ts'
import type { NoteList, PlacedNote } from '#features/notes/note-order.ts'
import { dayOf } from '#features/renditions/file-names.ts'
import type { TrackVersion } from '#features/tracks/tracks.contract.ts'
import type { Instant } from '#shared/units.ts'
import { sheetStrings as strings } from './note-sheet.strings.ts'
import { PAGE, pdfFile, type PdfMark } from './pdf-file.ts'
import { printable, UNPRINTABLE, widthOf, wrapped, type PdfWeight } from './pdf-fonts.ts'

export interface NoteSheet {
  readonly project: string
  readonly title: string
  readonly version: TrackVersion
  readonly printedAt: Instant
  readonly list: NoteList
  /** In order of time. */
  readonly notes: readonly PlacedNote[]
}

const LEFT = 48
const RIGHT = PAGE.width - 48
const BOTTOM = PAGE.height - 64
const SIZE = 9.5
const LEADING = 13
const PADDING = 6
const REPLY_INDENT = 10
const MOST_KEPT = 160
/** Left edge and width of each column, in points. */
const columns = {
  time: { x: LEFT, width: 64 },
  note: { x: 122, width: 256 },
  author: { x: 390, width: 94 },
  state: { x: 490, width: RIGHT - 490 },
} as const
type Column = keyof typeof columns
const columnNames = ['time', 'note', 'author', 'state'] as const

interface RowText {
  readonly text: string
  readonly grey: number
  readonly indent?: number
}
/** The text of each column in one row. */
type RowLine = Partial<Readonly<Record<Column, RowText>>>

/** A printable note sheet: track, version and loudness, then a table over as many pages as needed. */
export function noteSheet(sheet: NoteSheet): Promise<Buffer> {
  const { pages, head } = firstPage(sheet)
  let y = head
  const turn = () => {
    pages.push([])
    y = tableHead(pages, 48)
  }
  for (const row of sheet.notes.map(linesOf)) {
    const height = row.length * LEADING + 2 * PADDING
    // A row is not split between pages unless it is long.
    if (y + Math.min(height, MOST_KEPT) > BOTTOM) turn()
    y += PADDING
    for (const line of row) {
      if (y + LEADING > BOTTOM) turn()
      y += LEADING
      for (const column of columnNames) {
        const cell = line[column]
        if (cell) put(pages, { text: cell.text, x: columns[column].x + (cell.indent ?? 0), y: y - 3, grey: cell.grey })
      }
    }
    y += PADDING
    rule(pages, y, 0.85)
  }
  const remark =
    sheet.notes.length === 0
      ? strings.nothing
      : hasUnprintable(pages)
        ? printable(strings.unprintable(UNPRINTABLE))
        : undefined
  if (remark !== undefined) {
    if (y + 24 > BOTTOM) turn()
    put(pages, { text: remark, x: LEFT, y: y + 20, size: 8.5, grey: 0.4 })
  }
  return pdfFile(numbered(pages, sheet), {
    title: `${sheet.title} – v${sheet.version.number}`,
    writtenAt: sheet.printedAt,
  })
}

function firstPage({ project, title, version, printedAt, list, notes }: NoteSheet): {
  readonly pages: PdfMark[][]
  readonly head: number
} {
  const pages: PdfMark[][] = [[]]
  let y = 66
  for (const line of wrapped(printable(title), RIGHT - LEFT, 20, 'bold').slice(0, 4)) {
    put(pages, { text: line, x: LEFT, y, size: 20, weight: 'bold' })
    y += 25
  }
  const facts = [
    `v${version.number}${version.label === '' ? '' : ` ${version.label}`}`,
    project,
    strings.uploaded(dayOf(version.createdAt)),
  ].join('  ·  ')
  for (const line of [
    facts,
    soundFacts(version),
    `${strings.counts[list](notes.length)}  ·  ${strings.printed(dayOf(printedAt))}`,
  ]
    .filter(Boolean)
    .flatMap((line) => wrapped(printable(line), RIGHT - LEFT, 10))) {
    put(pages, { text: line, x: LEFT, y, size: 10, grey: 0.3 })
    y += 15
  }
  return { pages, head: tableHead(pages, y + 8) }
}

/** Duration, loudness and format, as far as known. */
function soundFacts({ report }: TrackVersion): string {
  if (!report) return ''
  const { format, loudness } = report
  const level = (value: number | null, unit: string) =>
    value === null ? [] : [`${value.toFixed(1).replace('-', '−')} ${unit}`]
  const bits = format.bitDepth === null ? '' : ` ${format.bitDepth} bit${format.float ? ' float' : ''}`
  return [
    clockTime(format.durationSeconds),
    ...level(loudness.integrated, 'LUFS'),
    ...level(loudness.truePeak, 'dBTP'),
    `${format.container}${bits} ${format.sampleRate / 1000} kHz`,
  ].join('  ·  ')
}

function linesOf({ place, body, authorName, state, fixedIn, version, replies }: PlacedNote): readonly RowLine[] {
  const column = (name: Column, text: string, grey = 0): readonly RowText[] =>
    wrapped(printable(text), columns[name].width, SIZE).map((line) => ({ text: line, grey }))
  const times = [clockTime(place.fromSeconds), ...(place.toSeconds === null ? [] : [`– ${clockTime(place.toSeconds)}`])]
  const replyTexts = replies.flatMap((reply) =>
    wrapped(
      printable(`${reply.authorName ?? strings.someone}: ${reply.body}`),
      columns.note.width - REPLY_INDENT,
      SIZE,
    ).map((text) => ({ text, grey: 0.35, indent: REPLY_INDENT })),
  )
  const cells: Readonly<Record<Column, readonly RowText[]>> = {
    time: times.map((text) => ({ text, grey: 0 })),
    note: [...column('note', body), ...replyTexts],
    author: column('author', authorName ?? strings.someone, 0.2),
    state: [
      ...column('state', state === 'fixed' && fixedIn ? strings.fixedIn(fixedIn.number) : strings.states[state], 0.2),
      ...(place.by === 'own' ? [] : column('state', originOf(place, version.number), 0.4)),
    ],
  }
  const height = Math.max(...columnNames.map((name) => cells[name].length))
  return Array.from({ length: height }, (_, i) =>
    Object.fromEntries(columnNames.flatMap((name) => (cells[name][i] ? [[name, cells[name][i]]] : []))),
  )
}

function originOf({ by, cutIn, toSeconds }: PlacedNote['place'], number: number): string {
  if (by === 'cut' && cutIn !== undefined)
    return toSeconds === null ? strings.fromCut(number, cutIn) : strings.fromPartlyCut(number, cutIn)
  return by === 'unsure' ? strings.fromUnsurely(number) : strings.from(number)
}

function tableHead(pages: PdfMark[][], y: number): number {
  for (const name of columnNames)
    put(pages, { text: strings.columns[name], x: columns[name].x, y: y + 12, size: 8.5, weight: 'bold', grey: 0.35 })
  rule(pages, y + 19, 0.4)
  return y + 19
}

/** Adds page footers, once the number of pages is known. */
function numbered(pages: readonly PdfMark[][], { title, version }: NoteSheet): readonly (readonly PdfMark[])[] {
  const y = PAGE.height - 36
  return pages.map((marks, i) => {
    const number = strings.page(i + 1, pages.length)
    const name = wrapped(printable(`${title} – v${version.number}`), 360, 8.5)[0] ?? ''
    return [
      ...marks,
      textMark({ text: name, x: LEFT, y, size: 8.5, grey: 0.4 }),
      textMark({ text: number, x: RIGHT - widthOf(number, 8.5, 'plain'), y, size: 8.5, grey: 0.4 }),
    ]
  })
}

interface Put {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly weight?: PdfWeight
  readonly grey?: number
}

function put(pages: PdfMark[][], mark: Put): void {
  pages.at(-1)?.push(textMark(mark))
}

function textMark({ text, x, y, size = SIZE, weight = 'plain', grey = 0 }: Put): PdfMark {
  return { kind: 'text', x, y, size, weight, grey, text }
}

function rule(pages: PdfMark[][], y: number, grey: number): void {
  pages.at(-1)?.push({ kind: 'line', x: LEFT, y, width: RIGHT - LEFT, grey })
}

function hasUnprintable(pages: readonly (readonly PdfMark[])[]): boolean {
  return pages.some((marks) => marks.some((mark) => mark.kind === 'text' && mark.text.includes(UNPRINTABLE)))
}
