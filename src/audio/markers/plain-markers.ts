import { MarkerTray, type Marker, type MarkersRead } from './marker.ts'
import { clockTime, secondsOfClock } from './marker-times.ts'

/** A first line with this prefix means that each text starts with a name. */
const SIGNATURE = '# Roughmix notes'
const INDENT = '    '

export interface AuthoredMarker extends Marker {
  readonly author: string
}

/** For reading, mailing and pasting: `0:12.500 Cora: text`, ranges with both times, further lines indented. */
export function writePlainMarkers(markers: readonly AuthoredMarker[], { title }: { readonly title: string }): string {
  const entries = markers.map(({ at, end, author, text }) => {
    const place = end === null ? clockTime(at) : `${clockTime(at)}–${clockTime(end)}`
    return `${place} ${author.replaceAll(/:(?=\s|$)/g, ' -')}: ${text.split(/\r\n|\r|\n/).join(`\n${INDENT}`)}`
  })
  return `${[`${SIGNATURE}: ${title}`, '', ...entries].join('\n')}\n`
}

const TIME = String.raw`(\d{1,4}(?::\d{1,2}){1,2}(?:[.,]\d{1,9})?)`
const ENTRY = new RegExp(String.raw`^[([]?${TIME}(?:\s?(?:[-–—]|to)\s?${TIME})?[)\]]?(.*)$`, 's')

/** Parses any text with lines that start with times: `1:02 Kick`, `[0:10–0:12.5] Snare`, `1:02:09 - Bridge`. */
export function readPlainMarkers(text: string): MarkersRead {
  const tray = new MarkerTray()
  const isAuthored = text.startsWith(SIGNATURE)
  let open: { marker: Marker; lines: string[] } | undefined
  const finish = () => {
    if (open) tray.add({ ...open.marker, text: open.lines.join('\n') })
    open = undefined
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (open && line.startsWith(INDENT)) {
      open.lines.push(line.slice(INDENT.length))
      continue
    }
    if (line.trim() === '' || line.startsWith('#')) continue
    finish()
    const [, from = '', to, rest = ''] = ENTRY.exec(line.trimStart()) ?? []
    const at = secondsOfClock(from)
    if (at === null) tray.skip(line, 'no-time')
    else
      open = {
        marker: { at, end: to === undefined ? null : secondsOfClock(to), text: '' },
        lines: [isAuthored ? withoutAuthor(rest) : withoutMarks(rest)],
      }
  }
  finish()
  return tray.read()
}

function withoutAuthor(line: string): string {
  const colon = line.indexOf(': ')
  return colon === -1 ? line : line.slice(colon + 2)
}

function withoutMarks(line: string): string {
  return line.replace(/^\s*(?:[-–—:|.]\s+)?/, '')
}
