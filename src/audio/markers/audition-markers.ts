import type { Hertz } from '#shared/units.ts'
import { MarkerTray, type Marker, type MarkersRead } from './marker.ts'
import { asLines, guarded, markerTitle, onOneLine, unguarded, wholeText } from './marker-text.ts'
import { clockTime, secondsOfTime } from './marker-times.ts'
import { readSeparated, writeSeparated } from './separated-values.ts'
import { frameRates, type FrameRate } from './timecode.ts'

const HEAD = ['Name', 'Start', 'Duration', 'Time Format', 'Type', 'Description'] as const

/** The format of Adobe Audition's marker panel: tab-separated, times `m:ss.mmm` ("decimal"). */
export function writeAuditionMarkers(markers: readonly Marker[]): string {
  const rows = markers.map(({ at, end, text }) => {
    const { title, isWhole } = markerTitle(text)
    return [
      guarded(flat(onOneLine(title))),
      clockTime(at),
      clockTime(end === null ? 0 : end - at),
      'decimal',
      'Cue',
      isWhole ? '' : guarded(flat(onOneLine(text))),
    ]
  })
  return writeSeparated([HEAD, ...rows], '\t')
}

/** A tab would start the next cell in programs that do not support quotes. */
function flat(text: string): string {
  return text.replaceAll('\t', ' ')
}

export function readAuditionMarkers(
  text: string,
  { sampleRate, frameRate }: { readonly sampleRate: Hertz; readonly frameRate: FrameRate },
): MarkersRead {
  const tray = new MarkerTray()
  const [head = [], ...rows] = readSeparated(text, '\t')
  const columnOf = (name: string) => head.findIndex((cell) => cell.trim().toLowerCase() === name)
  const [name, start, duration, format, description] = ['name', 'start', 'duration', 'time format', 'description'].map(
    columnOf,
  )
  const cell = (row: readonly string[], column: number | undefined) => row[column ?? -1] ?? ''
  for (const row of rows) {
    if (row.every((one) => one.trim() === '')) continue
    const body = wholeText(asLines(unguarded(cell(row, name))), asLines(unguarded(cell(row, description))))
    const named = framesOf(cell(row, format))
    const units = {
      sampleRate: samplesOf(cell(row, format)) ?? sampleRate,
      frameRate: named ?? frameRate,
      inSamples: !/decimal/i.test(cell(row, format)),
    }
    const timeOf = (time: string) => secondsOfTime(named === undefined ? time : withHours(time), units)
    const [at, lasting] = [timeOf(cell(row, start)), timeOf(cell(row, duration))]
    if (typeof at === 'string') tray.skip(body || row.join(' '), at)
    else tray.add({ at, end: typeof lasting === 'number' && lasting > 0 ? at + lasting : null, text: body })
  }
  return tray.read()
}

/** "44100 Hz" counts samples at that rate. */
function samplesOf(format: string): Hertz | undefined {
  const found = /(\d{4,6})\s*Hz/i.exec(format)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** "SMPTE 29.97 fps"; "75 fps" as on a CD, and any other user-defined rate. */
function framesOf(format: string): FrameRate | number | undefined {
  const found = /(\d{1,3}(?:\.\d{1,3})?)\s*fps/i.exec(format)?.[1]
  if (found === undefined || Number(found) < 1) return undefined
  return frameRates.find((rate) => rate === found) ?? Number(found)
}

/** A CD time has minutes, seconds and frames; elsewhere three numbers are hours, minutes and seconds. */
function withHours(time: string): string {
  const [, minutes = '', rest] = /^(\d{1,4})(:\d{2}:\d{2})$/.exec(time.trim()) ?? []
  return rest === undefined
    ? time
    : `${Math.floor(Number(minutes) / 60)}:${String(Number(minutes) % 60).padStart(2, '0')}${rest}`
}
