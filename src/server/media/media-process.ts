import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import type { AnalysisOutcome, AnalysisVerdict } from '#audio/analysis-report.ts'
import type { Milliseconds, Seconds } from '#shared/units.ts'
import { childScript } from '#server/media/child-script.ts'
import { CutShortError, NonsenseError, readChildMessages } from '#server/media/child-messages.ts'
import type { RenditionPlan } from '#server/media/child-protocol.ts'
import { childMessages } from '#server/media/child-messages.schema.ts'
import { MAX_SECONDS } from '#server/media/media-allowed.ts'
import { OutputFiles } from '#server/media/output-files.ts'
import type { OutputPaths } from '#server/media/output-files.ts'
import type { MadeRendition } from '#server/media/rendition-spec.ts'
import { canUnshare, MEMORY_LIMIT_BYTES, sandboxed } from '#server/media/sandbox.ts'
import type { SandboxedCommand } from '#server/media/sandbox.ts'

export interface ChildRun {
  readonly path: string
  readonly outputs: OutputPaths | null
  readonly command: SandboxedCommand
  readonly maxOutputBytes: number
  readonly signal?: AbortSignal
  readonly onProgress?: (fraction: number) => void
  readonly baseTimeoutMs?: Milliseconds
  /** Additional time limit, as a share of the declared duration. */
  readonly shareOfDuration?: number
  /** Whether to drop network and user with namespaces; by default if the kernel allows it. */
  readonly unshare?: boolean
}

/** A child's final result: an analysis or a rendition. */
export type ChildAnswer = AnalysisOutcome | { readonly ok: true; readonly made: MadeRendition } | 'encode-instead'

/**
 * The decoder cannot run here: there is no build for this system, or the analysis module is missing. Not the file's
 * fault.
 */
export class MediaEngineError extends Error {}

/**
 * One minute for any file, plus a sixtieth of its declared duration: decoding is hundreds of times faster than real
 * time.
 */
const BASE_TIMEOUT_MS: Milliseconds = 60_000
const SHARE_OF_DURATION = 1 / 60
const WATCH_MS: Milliseconds = 200
const LAST_WORDS_BYTES = 2000
/** Lower priority than the server, so that pages stay fast while files are analysed. */
const NICENESS = 5

export function decoderCommand(plan: RenditionPlan): SandboxedCommand {
  const flags = [
    '--max-old-space-size=256',
    // FFmpeg's buffers count as garbage; from a small heap, V8 would collect it every few megabytes.
    '--initial-heap-size=64',
    '--v8-pool-size=1',
    '--disable-warning=ExperimentalWarning',
  ]
  return {
    file: process.execPath,
    arguments: [...flags, childScript('media-child'), plan],
  }
}

/** Runs one child over one file. For rejections see analyse-upload.ts. */
export async function runMediaChild(run: ChildRun): Promise<ChildAnswer> {
  run.signal?.throwIfAborted()
  const command = sandboxed(run.command, run.unshare ?? (await canUnshare()))
  const upload = openSync(run.path, 'r')
  let child: ChildProcess
  try {
    child = spawn(command.file, command.arguments, {
      stdio: ['ignore', 'ignore', 'pipe', upload, 'pipe'],
      env: { PATH: process.env['PATH'] },
      windowsHide: true,
    })
  } finally {
    closeSync(upload)
  }
  const files = run.outputs && new OutputFiles(run.outputs, run.maxOutputBytes)
  const watch = new Watch(child, run)
  let keep = false
  try {
    const outcome = await converse(child, run, files, watch)
    if (outcome !== 'encode-instead' && outcome.ok) {
      await files?.finish()
      keep = true
    }
    return outcome
  } finally {
    watch.end()
    if (!keep) files?.discard()
  }
}

async function converse(
  child: ChildProcess,
  run: ChildRun,
  files: OutputFiles | null,
  watch: Watch,
): Promise<ChildAnswer> {
  const ended = ending(child)
  const lastWords = collectLastWords(child)
  const told: Told = { started: false, answer: null }
  const pipe = child.stdio[4]
  if (!(pipe instanceof Readable)) throw new MediaEngineError('no pipe to the decoder')
  try {
    for await (const message of readChildMessages(pipe)) {
      if (message.kind === 'bytes') await files?.write(message.output, message.position, message.bytes)
      else takeWords(message.words, { told, watch, run })
    }
  } catch (error) {
    const fellSilent = error instanceof CutShortError
    if (!fellSilent) child.kill('SIGKILL')
    const { code } = await ended
    run.signal?.throwIfAborted()
    if (watch.verdict) return watch.verdict
    if (!(error instanceof NonsenseError)) throw error
    if (!fellSilent || code === 0) return refused('damaged', `the decoder talks nonsense: ${error.message}`)
  }
  const end = await ended
  run.signal?.throwIfAborted()
  if (watch.verdict) return watch.verdict
  if (isDone(end) && told.answer) return told.answer
  return deathOf(end, told.started, lastWords())
}

/** The child's messages so far. */
interface Told {
  started: boolean
  answer: ChildAnswer | null
}

function takeWords(
  received: unknown,
  { told, watch, run }: { readonly told: Told; readonly watch: Watch; readonly run: ChildRun },
): void {
  const parsed = childMessages.safeParse(received)
  if (!parsed.success) throw new NonsenseError('words that were not agreed upon')
  const message = parsed.data
  switch (message.type) {
    case 'started':
      told.started = true
      break
    case 'opened':
      watch.allow(message.declaredSeconds)
      break
    case 'progress':
      run.onProgress?.(message.fraction)
      break
    case 'encode-instead':
      told.answer = 'encode-instead'
      break
    case 'made':
      told.answer = { ok: true, made: message.made }
      break
    case 'report':
      told.answer = { ok: true, report: message.report }
      break
    default:
      told.answer = { ok: false, verdict: message.verdict, detail: message.detail }
  }
}

function isDone({ signal, code }: Ending): boolean {
  return signal === null && code === 0
}

/**
 * The verdict on a child that ended without an answer. One that could not start is not the file's fault and throws a
 * MediaEngineError.
 */
function deathOf(end: Ending, started: boolean, lastWords: string): ReturnType<typeof refused> {
  if (end.error) throw new MediaEngineError(end.error.message)
  if (!started) throw new MediaEngineError(`the decoder does not start: ${mostInformativeLine(lastWords)}`)
  return refused(
    deathVerdict(end.signal, lastWords),
    `the decoder ended with ${end.signal ?? `code ${end.code}`}: ${mostInformativeLine(lastWords)}`,
  )
}

interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly error: Error | null
}

function ending(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }))
    // Not `exit`: stderr may still have data then.
    child.once('close', (code, signal) => resolve({ code, signal, error: null }))
  })
}

/** Collects the child's stderr: its beginning and its end. */
function collectLastWords(child: ChildProcess): () => string {
  let first = ''
  let last = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (first.length < LAST_WORDS_BYTES) first += text.slice(0, LAST_WORDS_BYTES - first.length)
    last = (last + text).slice(-LAST_WORDS_BYTES)
  })
  return () => `${first}\n${last}`
}

/** The most informative line of stderr. */
function mostInformativeLine(complaint: string): string {
  const lines = complaint.split('\n').map((line) => line.trim())
  return (lines.find((line) => /\b(\w*Error|FATAL)\b/.test(line)) ?? lines.find((line) => line !== '') ?? '').slice(
    0,
    300,
  )
}

/** Distinguishes running out of time or memory from a crash. */
function deathVerdict(signal: NodeJS.Signals | null, lastWords: string): AnalysisVerdict {
  if (
    signal === 'SIGXCPU' ||
    signal === 'SIGKILL' ||
    /out of memory|ENOMEM|bad_alloc|allocation failed|failed to allocate/i.test(lastWords)
  )
    return 'too-heavy'
  return 'damaged'
}

function refused(verdict: AnalysisVerdict, detail: string): AnalysisOutcome & { readonly ok: false } {
  return { ok: false, verdict, detail: detail.slice(0, 500) }
}

/** Kills a child that exceeds its time or memory, or whose caller aborted. */
class Watch {
  verdict: ReturnType<typeof refused> | null = null
  readonly #child: ChildProcess
  readonly #run: ChildRun
  readonly #startedAt = performance.now()
  readonly #ticking: NodeJS.Timeout
  readonly #abort = () => this.#child.kill('SIGKILL')
  #timeoutMs: Milliseconds

  constructor(child: ChildProcess, run: ChildRun) {
    this.#child = child
    this.#run = run
    this.#timeoutMs = run.baseTimeoutMs ?? BASE_TIMEOUT_MS
    this.#ticking = setInterval(() => this.#look(), WATCH_MS)
    run.signal?.addEventListener('abort', this.#abort, { once: true })
    lowerPriority(child.pid)
  }

  /** Extends the time limit by the declared duration, which may be false. */
  allow(declaredSeconds: Seconds | null): void {
    const seconds = Math.min(Math.max(declaredSeconds ?? 0, 0), MAX_SECONDS)
    this.#timeoutMs =
      (this.#run.baseTimeoutMs ?? BASE_TIMEOUT_MS) + seconds * (this.#run.shareOfDuration ?? SHARE_OF_DURATION) * 1000
  }

  end(): void {
    clearInterval(this.#ticking)
    this.#run.signal?.removeEventListener('abort', this.#abort)
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL')
  }

  #look(): void {
    if (performance.now() - this.#startedAt > this.#timeoutMs)
      this.#stop(`took longer than ${Math.round(this.#timeoutMs / 1000)} s`)
    else if (residentBytes(this.#child.pid) > MEMORY_LIMIT_BYTES) this.#stop('took more than 1 GiB of memory')
  }

  #stop(detail: string): void {
    this.verdict ??= refused('too-heavy', detail)
    this.#child.kill('SIGKILL')
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, NICENESS)
  } catch {
    // It has already ended, or this system does not allow it: it keeps its priority.
  }
}

/** 0 on systems without /proc, where only the kernel's own limit applies. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

export { collectLastWords, deathOf, ending, isDone, Watch }
