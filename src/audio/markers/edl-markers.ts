import type { Seconds } from '#shared/units.ts'
import { MarkerTray, type CountedMarkersRead, type Marker } from './marker.ts'
import { asLines, onOneLine } from './marker-text.ts'
import {
  dropsFrames,
  frameAt,
  frameRates,
  isDropped,
  secondsOfFrames,
  secondsOfTimecode,
  timecodeOf,
  type FrameRate,
} from './timecode.ts'

/**
 * A CMX 3600 edit list with one event per marker: Avid and Premiere read the name from `* LOC:`, DaVinci Resolve from
 * the line with `|M:`. Times are whole frames from 00:00:00:00.
 */
export function writeEdlMarkers(
  markers: readonly Marker[],
  { title, rate }: { readonly title: string; readonly rate: FrameRate },
): string {
  const events = markers.flatMap(({ at, end, text }, i) => {
    const from = frameAt(at, rate)
    const frames = end === null ? 1 : Math.max(1, frameAt(end, rate) - from)
    const [start, stop] = [timecodeOf(from, rate), timecodeOf(from + frames, rate)]
    const line = onOneLine(text)
    return [
      '',
      `${String(i + 1).padStart(3, '0')}  AX       V     C        ${start} ${stop} ${start} ${stop}`,
      `* LOC: ${start} RED     ${line}`,
      ` |C:ResolveColorRed |M:${line} |D:${frames}`,
    ]
  })
  return [
    `TITLE: ${onOneLine(title)}`,
    `FCM: ${dropsFrames(rate) ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    `* FRAME RATE: ${rate}`,
    ...events,
    '',
  ].join('\r\n')
}

/** The frame rate that a list states or that its timecode implies; undefined if neither. */
export function rateOfEdl(text: string): FrameRate | undefined {
  const named = /^\*\s*FRAME RATE:\s*([\d.]{2,6})/m.exec(text)?.[1]
  return frameRates.find((rate) => rate === named) ?? (/^FCM:\s*DROP/m.test(text) ? '29.97' : undefined)
}

const TIMECODES = /\d{2}:\d{2}:\d{2}[:;.,]\d{2}/g
const LOCATOR =
  /^\*\s*LOC:\s*(\S+)\s+(?:(?:RED|GREEN|BLUE|CYAN|MAGENTA|YELLOW|BLACK|WHITE|PINK|PURPLE|ORANGE)\s+)?(\S.*)$/is
const RESOLVE = /^\s*\|C:\S*\s+\|M:(.*?)(?:\s\|D:(\d{1,9}))?\s*$/s

interface EdlEvent {
  readonly at: Seconds | 'frames' | 'no-time'
  readonly line: string
  locators: { at: Seconds; end: Seconds | null; text: string }[]
  isNamed: boolean
}

export function readEdlMarkers(text: string, rate: FrameRate): CountedMarkersRead {
  const tray = new MarkerTray()
  let event: EdlEvent | undefined
  /** For the following lines: it may change within the list. */
  let drops = false
  let hasDropped = false
  const secondsOf = (timecode: string) => {
    hasDropped ||= isDropped(timecode, rate, drops)
    return secondsOfTimecode(timecode, rate, drops)
  }
  const finish = () => {
    if (!event) return
    for (const locator of event.locators) tray.add(locator)
    if (!event.isNamed) tray.skip(event.line, 'no-label')
    event = undefined
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^FCM:/i.test(line)) drops = /^FCM:\s*DROP/i.test(line)
    const times = /^\d{3,6}\s/.test(line) ? line.match(TIMECODES) : null
    if (times && times.length >= 4) {
      finish()
      event = { at: secondsOf(times[2] ?? ''), line, locators: [], isNamed: false }
      continue
    }
    const [, time = '', label] = LOCATOR.exec(line) ?? []
    if (label !== undefined) {
      const at = secondsOf(time)
      if (event) event.isNamed = true
      if (typeof at === 'string') tray.skip(label, at)
      else if (event) event.locators.push({ at, end: null, text: asLines(label) })
      else tray.add({ at, end: null, text: asLines(label) })
    }
    const [, name, frames = '1'] = RESOLVE.exec(line) ?? []
    if (name !== undefined && event)
      nameEvent(event, asLines(name), Number(frames) > 1 ? secondsOfFrames(Number(frames), rate) : null, tray)
  }
  finish()
  return { ...tray.read(), drops: hasDropped }
}

/** A locator may have named the same marker already; then only its length is added. */
function nameEvent(event: EdlEvent, text: string, lasting: Seconds | null, tray: MarkerTray): void {
  event.isNamed = true
  const same = event.locators.find((locator) => locator.text.trim() === text.trim())
  if (same) same.end = lasting === null ? null : same.at + lasting
  else if (typeof event.at === 'string') tray.skip(text, event.at)
  else event.locators.push({ at: event.at, end: lasting === null ? null : event.at + lasting, text })
}
