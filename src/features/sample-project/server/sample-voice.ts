import { createHash } from 'node:crypto'
import { renderHum } from '#audio/hummed-line.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { VOICE_LEVELS } from '#features/notes/attachment-kinds.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { Hertz, Seconds } from '#shared/units.ts'

/** A recording that is stored, before the row that names it. */
export interface StoredVoice {
  readonly id: string
  readonly storageKey: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly seconds: Seconds
  readonly levels: readonly number[]
}

export const VOICE_FILE = 'note.wav'
const SAMPLE_RATE: Hertz = 24_000
const SCALE_DB = 40

/**
 * Renders and stores what the story's guest hums: a few milliseconds, so not in a worker. Without its row, the sweep of
 * attachments removes it.
 */
export async function storeVoice({ projectId, newId, storage }: ProjectScope): Promise<StoredVoice> {
  const samples = renderHum(SAMPLE_RATE)
  const header = wavHeader({ sampleRate: SAMPLE_RATE, channels: 1, encoding: 's16', totalFrames: samples.length })
  const bytes = Buffer.concat([header, wavSamples([samples], 's16')])
  const id = newId()
  const storageKey = `attachments/${projectId}/${id}/${VOICE_FILE}`
  return {
    id,
    storageKey,
    sizeBytes: await storage.put(storageKey, bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    seconds: samples.length / SAMPLE_RATE,
    levels: levelsOf(samples),
  }
}

/** The picture of a recording, as the recorder of the page makes it. */
function levelsOf(samples: Float32Array): readonly number[] {
  const stretch = samples.length / VOICE_LEVELS
  return Array.from({ length: VOICE_LEVELS }, (_, index) => {
    const part = samples.subarray(Math.floor(index * stretch), Math.floor((index + 1) * stretch))
    const peak = part.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9)
    return Math.round(99 * Math.min(1, Math.max(0, 1 + (20 * Math.log10(peak)) / SCALE_DB)))
  })
}
