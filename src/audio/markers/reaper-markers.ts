import { MarkerTray, type CountedMarkersRead, type Marker } from './marker.ts'
import { asLines, guarded, onOneLine, unguarded } from './marker-text.ts'
import { clockTime, countsSamples, secondsOfTime, type TimeUnits } from './marker-times.ts'
import { readSeparated, writeSeparated } from './separated-values.ts'
import { isDropped } from './timecode.ts'

const HEAD = ['#', 'Name', 'Start', 'End', 'Length'] as const

/** The format of REAPER's Region/Marker Manager: M rows are markers, R rows regions. Times are `m:ss.mmm`. */
export function writeReaperMarkers(markers: readonly Marker[]): string {
  let [moments, regions] = [0, 0]
  const rows = markers.map(({ at, end, text }) => {
    const name = guarded(onOneLine(text))
    return end === null
      ? [`M${++moments}`, name, clockTime(at), '', '']
      : [`R${++regions}`, name, clockTime(at), clockTime(end), clockTime(end - at)]
  })
  return writeSeparated([HEAD, ...rows], ',')
}

/** Reads times in any unit except bars and beats, which need the project. Columns are found by their headings. */
export function readReaperMarkers(text: string, units: Omit<TimeUnits, 'inSamples'>): CountedMarkersRead {
  const tray = new MarkerTray()
  const separator = [',', ';', '\t'].find((one) => text.split(/[\r\n]/, 1)[0]?.includes(one)) ?? ','
  const [head = [], ...rows] = readSeparated(text, separator)
  const columnOf = (name: string) => head.findIndex((cell) => cell.trim().toLowerCase() === name)
  const [name, start, end, length] = [columnOf('name'), columnOf('start'), columnOf('end'), columnOf('length')]
  const inSamples = countsSamples(rows.map((row) => row[start] ?? ''))
  const timeOf = (cell: string | undefined) => secondsOfTime(cell ?? '', { ...units, inSamples })
  for (const row of rows) {
    if (row.every((cell) => cell.trim() === '')) continue
    const body = asLines(unguarded(row[name] ?? ''))
    const at = timeOf(row[start])
    const [till, lasting] = [timeOf(row[end]), timeOf(row[length])]
    if (typeof at === 'string') tray.skip(body || row.join(separator), at)
    else
      tray.add({
        at,
        end: typeof till === 'number' ? till : typeof lasting === 'number' ? at + lasting : null,
        text: body,
      })
  }
  return { ...tray.read(), drops: rows.some((row) => isDropped(row[start] ?? '', units.frameRate)) }
}
