import { statSync } from 'node:fs'
import type { AnalysisVerdict } from '#audio/analysis-report.ts'
import { childScript } from '#server/media/child-script.ts'
import { runMediaChild } from '#server/media/media-process.ts'
import type { OutputPaths } from '#server/media/output-files.ts'
import type { MadeRendition, MediaRenditionSpec } from '#server/media/rendition-spec.ts'
import type { SandboxedCommand } from '#server/media/sandbox.ts'

export interface RenditionRequest {
  /** The upload as a local file; opened here and passed as a descriptor, never by name. */
  readonly path: string
  readonly spec: MediaRenditionSpec
  readonly outputs: OutputPaths
  readonly signal?: AbortSignal
  /** 0..1, about ten times a second. */
  readonly onProgress?: (fraction: number) => void
}

export type RenditionOutcome =
  | { readonly ok: true; readonly made: MadeRendition }
  | { readonly ok: false; readonly verdict: AnalysisVerdict; readonly detail: string }

/** Encoders and long filters are slow: up to an eighth of the recording's duration. */
const SHARE_OF_DURATION = 1 / 8
/** The largest rendition of a 24-hour recording. */
const MAX_OUTPUT_BYTES = 256 * 1024 ** 3

/**
 * Decodes an upload once in a disposable process and makes one rendition of it. After success all outputs are complete
 * at their paths; otherwise there are none. Rejects only for reasons that are not the file's, as `analyse` does.
 */
export async function makeRendition({ spec, ...request }: RenditionRequest): Promise<RenditionOutcome> {
  const maxOutputBytes = Math.min(4096 * statSync(request.path).size + 256 * 1024 * 1024, MAX_OUTPUT_BYTES)
  const answer = await runMediaChild({
    ...request,
    command: renditionCommand(spec),
    maxOutputBytes,
    shareOfDuration: SHARE_OF_DURATION,
  })
  if (answer === 'encode-instead' || 'report' in answer)
    return { ok: false, verdict: 'damaged', detail: 'the decoder answered something else' }
  return answer
}

/** decoderCommand's flags with another script. */
export function renditionCommand(spec: MediaRenditionSpec): SandboxedCommand {
  const flags = ['--max-old-space-size=256', '--v8-pool-size=1', '--disable-warning=ExperimentalWarning']
  return {
    file: process.execPath,
    arguments: [...flags, childScript('rendition-child'), JSON.stringify(spec)],
  }
}
