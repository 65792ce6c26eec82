import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * A person at a browser of some engine, with a process of its own: what a real mouse and keyboard do, and what the page
 * answers.
 */
export interface EnginePage {
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs in the page; a promise is waited for. */
  evaluate<Result, Argument>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>
  click(x: number, y: number): Promise<void>
  drag(from: number, to: number, y: number): Promise<void>
  /** A key as KeyboardEvent names it, or `Shift+O`. */
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  setFile(selector: string, path: string): Promise<void>
  picture(path: string): Promise<void>
  /** Errors in its console so far. */
  complaints(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface BrowserEngine {
  /** Somebody new, who has seen nothing. */
  open(): Promise<EnginePage>
  close(): Promise<void>
}

/** A process that is slow to start on a busy machine gets a second chance. */
export async function twice<Result>(start: () => Promise<Result>): Promise<Result> {
  return start().catch(() => start())
}

/** Ends what was started, and waits until it is gone. */
export async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), 3_000)
  await gone
  clearTimeout(killing)
}
