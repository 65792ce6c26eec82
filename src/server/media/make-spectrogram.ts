import { statSync } from 'node:fs'
import type { AnalysisVerdict } from '#audio/analysis-report.ts'
import { runMeasureChild } from '#server/media/measure-process.ts'
import { OutputFiles } from '#server/media/output-files.ts'

export interface SpectrogramRequest {
  /** The upload as a local file. */
  readonly path: string
  /** Where the spectrogram is written; nothing is left there after a failure. */
  readonly made: string
  readonly channels: 'mix' | 'each'
  readonly signal?: AbortSignal
  readonly onProgress?: (fraction: number) => void
}

export type SpectrogramOutcome =
  { readonly ok: true } | { readonly ok: false; readonly verdict: AnalysisVerdict; readonly detail: string }

/** More than a 24-hour spectrogram needs; silence expands a lot from compressed files. */
const MAX_BYTES = 4 * 1024 ** 3
const MAX_GROWTH = 4096

/**
 * Makes a version's spectrogram in a disposable process (docs/formats/spectrogram.md). Rejects as `runMeasureChild`
 * does.
 */
export async function makeSpectrogram({
  path,
  made,
  channels,
  ...watching
}: SpectrogramRequest): Promise<SpectrogramOutcome> {
  const files = new OutputFiles({ peaks: made }, Math.min(MAX_BYTES, MAX_GROWTH * statSync(path).size + 1024 ** 2))
  let keep = false
  try {
    const outcome = await runMeasureChild({
      task: { task: 'spectrogram', channels },
      paths: [path],
      ...watching,
      onBytes: (position, bytes) => files.write('peaks', position, bytes),
    })
    if (!outcome.ok) return outcome
    await files.finish()
    keep = true
    return { ok: true }
  } finally {
    if (!keep) files.discard()
  }
}
