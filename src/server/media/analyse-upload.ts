import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { AnalysisOutcome } from '#audio/analysis-report.ts'
import type { RenditionPlan } from '#server/media/child-protocol.ts'
import { decoderCommand, runMediaChild } from '#server/media/media-process.ts'
import type { SandboxedCommand } from '#server/media/sandbox.ts'
import type { OutputPaths } from '#server/media/output-files.ts'

export interface AnalysisRequest {
  /** The upload as a local file; it is opened here and handed over as a descriptor, never by name. */
  readonly path: string
  /** Null to look only, and make nothing; without a `flac` there is no rendition. */
  readonly outputs: OutputPaths | null
  readonly signal?: AbortSignal
  /** 0..1, about ten times a second; where a file needs a second pass it waits there until that has caught up. */
  readonly onProgress?: (fraction: number) => void
  /** Another decoder than our own, for tests. */
  readonly command?: (wish: RenditionPlan) => SandboxedCommand
}

/** The usual names, in a folder that exists. */
export function outputsIn(folder: string): Readonly<Record<'flac' | 'frameIndex' | 'peaks' | 'energy', string>> {
  return {
    flac: join(folder, 'stream.flac'),
    frameIndex: join(folder, 'stream.fidx'),
    peaks: join(folder, 'peaks.rmpk'),
    energy: join(folder, 'energy.rmen'),
  }
}

/**
 * Decode an upload once in a disposable process, and learn everything about it. Whatever the file does to its decoder
 * is a verdict in the outcome. After a good outcome `peaks` and `energy` lie at their paths, `frameIndex` when the
 * stream is FLAC, `flac` when it is not the original's own. Rejects only for our own reasons: aborted (with the
 * signal's reason), disk full, the upload gone, no decoder on this system (MediaEngineError).
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

async function run(request: AnalysisRequest, wish: RenditionPlan): Promise<AnalysisOutcome | 'encode-instead'> {
  const command = (request.command ?? decoderCommand)(wish)
  const answer = await runMediaChild({
    ...request,
    command,
    maxOutputBytes: maxOutputBytes(statSync(request.path).size),
  })
  return typeof answer === 'object' && 'made' in answer
    ? { ok: false, verdict: 'damaged', detail: 'the decoder answered something else' }
    : answer
}

/** Speech at 16 kbit/s grows some sixty times as FLAC; silence, which grows without end, is short in bytes. */
function maxOutputBytes(uploadBytes: number): number {
  return Math.min(64 * uploadBytes + 256 * 1024 * 1024, 64 * 1024 ** 3)
}
