import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { AnalysisVerdict } from '#audio/analysis-report.ts'
import { childScript } from '#server/media/child-script.ts'
import { CutShortError, NonsenseError, readChildMessages } from '#server/media/child-messages.ts'
import { measureMessages } from '#server/media/measure-messages.ts'
import type { MeasureTask } from '#server/media/measure-messages.ts'
import { collectLastWords, deathOf, ending, isDone, MediaEngineError, Watch } from '#server/media/media-process.ts'
import { canUnshare, sandboxed } from '#server/media/sandbox.ts'
import type { SandboxedCommand } from '#server/media/sandbox.ts'

export interface MeasureRun {
  readonly task: MeasureTask
  /** Opened here and passed as descriptors, the first as 3, the others from 5; never by name. */
  readonly paths: readonly string[]
  /** Receives the bytes of the output file. */
  readonly onBytes?: (position: number, bytes: readonly Uint8Array[]) => Promise<void>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((fraction: number) => void) | undefined
  /** Replaces our child process, for tests. */
  readonly command?: SandboxedCommand
}

export type MeasureOutcome =
  | { readonly ok: true; readonly found: unknown }
  | { readonly ok: false; readonly verdict: AnalysisVerdict; readonly detail: string }

/** Spectra take longer than decoding: a factor on the watch's time limit. */
const PATIENCE = 4
/** Two recordings of half an hour each take about 150 MB besides Node itself. */
const HEAP_MEGABYTES = 256

/**
 * Runs one child over recordings that were analysed before. Any failure that they cause is a verdict; rejects only for
 * other reasons: aborted, file missing, no decoder on this system (MediaEngineError).
 */
export async function runMeasureChild(run: MeasureRun): Promise<MeasureOutcome> {
  run.signal?.throwIfAborted()
  const command = sandboxed(run.command ?? measureCommand(run.task), await canUnshare())
  const descriptors: number[] = []
  let child: ChildProcess
  try {
    for (const path of run.paths) descriptors.push(openSync(path, 'r'))
    const [first = 'ignore', ...rest] = descriptors
    child = spawn(command.file, command.arguments, {
      stdio: ['ignore', 'ignore', 'pipe', first, 'pipe', ...rest],
      env: { PATH: process.env['PATH'] },
      windowsHide: true,
    })
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor)
  }
  const watch = new Watch(child, {
    path: '',
    outputs: null,
    command,
    maxOutputBytes: 0,
    ...(run.signal && { signal: run.signal }),
  })
  try {
    return await converse(child, run, watch)
  } finally {
    watch.end()
  }
}

function measureCommand(task: MeasureTask): SandboxedCommand {
  const flags = [`--max-old-space-size=${HEAP_MEGABYTES}`, '--v8-pool-size=1', '--disable-warning=ExperimentalWarning']
  return {
    file: process.execPath,
    arguments: [...flags, childScript('measure-child'), JSON.stringify(task)],
  }
}

async function converse(child: ChildProcess, run: MeasureRun, watch: Watch): Promise<MeasureOutcome> {
  const ended = ending(child)
  const lastWords = collectLastWords(child)
  const pipe = child.stdio[4]
  if (!(pipe instanceof Readable)) throw new MediaEngineError('no pipe to the decoder')
  const told: Told = { started: false, answer: null }
  try {
    for await (const message of readChildMessages(pipe)) {
      if (message.kind === 'words') takeWords(message.words, { told, watch, run })
      else if (run.onBytes) await run.onBytes(message.position, message.bytes)
      else throw new NonsenseError('bytes that nobody asked for')
    }
  } catch (error) {
    if (!(error instanceof CutShortError)) child.kill('SIGKILL')
    await ended
    run.signal?.throwIfAborted()
    if (!(error instanceof NonsenseError)) throw error
    if (!(error instanceof CutShortError))
      return { ok: false, verdict: 'damaged', detail: `the decoder talks nonsense: ${error.message}` }
  }
  const end = await ended
  run.signal?.throwIfAborted()
  if (watch.verdict && !watch.verdict.ok) return watch.verdict
  if (isDone(end) && told.answer) return told.answer
  return deathOf(end, told.started, lastWords())
}

/** The child's messages so far. */
interface Told {
  started: boolean
  answer: MeasureOutcome | null
}

function takeWords(
  received: unknown,
  { told, watch, run }: { readonly told: Told; readonly watch: Watch; readonly run: MeasureRun },
): void {
  const message = measureMessages.safeParse(received).data
  if (!message) throw new NonsenseError('words that were not agreed upon')
  switch (message.type) {
    case 'started':
      told.started = true
      break
    case 'opened':
      watch.allow(PATIENCE * (message.declaredSeconds ?? 0))
      break
    case 'progress':
      run.onProgress?.(message.fraction)
      break
    case 'found':
      told.answer = { ok: true, found: message.found }
      break
    default:
      told.answer = { ok: false, verdict: message.verdict, detail: message.detail }
  }
}
