import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { AnalysisOutcome } from '#audio/analysis-report.ts'
import type { RenditionPlan } from '#server/media/child-protocol.ts'
import { decoderCommand, runMediaChild } from '#server/media/media-process.ts'
import type { SandboxedCommand } from '#server/media/sandbox.ts'
import type { OutputPaths } from '#server/media/output-files.ts'

export interface AnalysisRequest {
  /** The upload as a local file; opened here and passed as a descriptor, never by name. */
  readonly path: string
  /** Null to analyse only, without output files; without `flac` there is no rendition. */
  readonly outputs: OutputPaths | null
  readonly signal?: AbortSignal
  /** 0..1, about ten times a second. If the file needs a second pass, progress pauses until that has caught up. */
  readonly onProgress?: (fraction: number) => void
  /** Replaces our decoder, for tests. */
  readonly command?: (plan: RenditionPlan) => SandboxedCommand
}

/** The usual output names, in an existing folder. */
export function outputsIn(folder: string): Readonly<Record<'flac' | 'frameIndex' | 'peaks' | 'energy', string>> {
  return {
    flac: join(folder, 'stream.flac'),
    frameIndex: join(folder, 'stream.fidx'),
    peaks: join(folder, 'peaks.rmpk'),
    energy: join(folder, 'energy.rmen'),
  }
}

/**
 * Decodes an upload once in a disposable process and analyses it. Any failure that the file causes is a verdict in the
 * outcome. After success `peaks` and `energy` are at their paths, `frameIndex` if the stream is FLAC, and `flac` if the
 * original itself is not used. Rejects only for other reasons: aborted (with the signal's reason), disk full, upload
 * missing, no decoder on this system (MediaEngineError).
 */
export async function analyse(request: AnalysisRequest): Promise<AnalysisOutcome> {
  const forward = onlyForward(request)
  const first = await run(forward, request.outputs?.flac ? 'reuse' : 'none')
  const outcome = first === 'encode-instead' ? await run(forward, 'encode') : first
  return outcome === 'encode-instead' ? { ok: false, verdict: 'damaged', detail: 'the decoder cannot decide' } : outcome
}

function onlyForward(request: AnalysisRequest): AnalysisRequest {
  let furthest = 0
  const onProgress = (fraction: number) => {
    if (fraction <= furthest) return
    furthest = fraction
    request.onProgress?.(fraction)
  }
  return { ...request, onProgress }
}

async function run(request: AnalysisRequest, plan: RenditionPlan): Promise<AnalysisOutcome | 'encode-instead'> {
  const command = (request.command ?? decoderCommand)(plan)
  const answer = await runMediaChild({
    ...request,
    command,
    maxOutputBytes: maxOutputBytes(statSync(request.path).size),
  })
  return typeof answer === 'object' && 'made' in answer
    ? { ok: false, verdict: 'damaged', detail: 'the decoder answered something else' }
    : answer
}

/** Speech at 16 kbit/s grows about sixtyfold as FLAC; silence grows without limit, but FLAC stores it in few bytes. */
function maxOutputBytes(uploadBytes: number): number {
  return Math.min(64 * uploadBytes + 256 * 1024 * 1024, 64 * 1024 ** 3)
}
