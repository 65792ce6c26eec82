import type { Hertz } from '#shared/units.ts'
import { readAuditionMarkers } from './audition-markers.ts'
import { rateOfEdl, readEdlMarkers } from './edl-markers.ts'
import type { MarkersRead } from './marker.ts'
import { textOfBytes } from './marker-text.ts'
import { readMidiMarkers } from './midi-markers-reading.ts'
import { readPlainMarkers } from './plain-markers.ts'
import { readReaperMarkers } from './reaper-markers.ts'
import type { FrameRate } from './timecode.ts'
import { nameAt, type ReadAt } from './wav-chunks.ts'
import { readWavMarkers } from './wav-markers.ts'

export type MarkerSource = 'wav' | 'midi' | 'reaper' | 'audition' | 'edl' | 'text'

export interface MarkerFile extends MarkersRead {
  readonly source: MarkerSource
  /** The frame rate used to read the times, if they count frames. */
  readonly frameRate: FrameRate | null
  /** In that case: whether the timecode is drop-frame. */
  readonly drops?: boolean
}

/** No marker list is this large. */
export const MOST_MARKER_FILE_BYTES = 8 * 1024 * 1024

export interface MarkerReading {
  readonly sampleRate: Hertz
  /** Undefined: the file's own, or else 25. */
  readonly frameRate: FrameRate | undefined
}

/**
 * Markers from any supported file; `not-markers` for others, `too-large` for a list that exceeds the limit. Reads only
 * small parts of a WAV.
 */
export async function readMarkers(
  read: ReadAt,
  fileBytes: number,
  { sampleRate, frameRate }: MarkerReading,
): Promise<MarkerFile | 'not-markers' | 'too-large'> {
  const head = await read(0, 12)
  if (['RIFF', 'RF64', 'BW64'].includes(nameAt(head, 0)) && nameAt(head, 8) === 'WAVE') {
    const found = await readWavMarkers(read, fileBytes)
    return found ? { ...found, source: 'wav', frameRate: null } : 'not-markers'
  }
  if (fileBytes > MOST_MARKER_FILE_BYTES) return 'too-large'
  const bytes = await read(0, fileBytes)
  if (nameAt(head, 0) === 'MThd') {
    const found = readMidiMarkers(bytes)
    return found ? { ...found, source: 'midi', frameRate: null } : 'not-markers'
  }
  const text = textOfBytes(bytes).replace(/^\uFEFF/, '')
  if (text.includes('\0')) return 'not-markers'
  return readText(text, { sampleRate, frameRate })
}

function readText(text: string, { sampleRate, frameRate }: MarkerReading): MarkerFile | 'not-markers' {
  const heads = (text.split(/[\r\n]/, 1)[0] ?? '').toLowerCase()
  if (heads.startsWith('#') && /[,;\t]name[,;\t]start/.test(heads)) {
    const rate = /\d:\d{2}:\d{2}[:;]\d{2}/.test(text) ? (frameRate ?? '25') : null
    return { ...readReaperMarkers(text, { sampleRate, frameRate: rate ?? '25' }), source: 'reaper', frameRate: rate }
  }
  if (heads.startsWith('name\tstart\t'))
    return {
      ...readAuditionMarkers(text, { sampleRate, frameRate: frameRate ?? '25' }),
      source: 'audition',
      frameRate: null,
    }
  if (/^(?:TITLE:|FCM:)/m.test(text) && /^\d{3,6}\s/m.test(text)) {
    const rate = frameRate ?? rateOfEdl(text) ?? '25'
    return { ...readEdlMarkers(text, rate), source: 'edl', frameRate: rate }
  }
  const found = readPlainMarkers(text)
  return found.markers.length > 0 ? { ...found, source: 'text', frameRate: null } : 'not-markers'
}
