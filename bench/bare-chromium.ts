import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A page in a Chromium of its own, as a person has it. */
export interface BarePage {
  /** The value of an expression, after its promise, run as if in the person's gesture. */
  evaluate(expression: string): Promise<unknown>
  /** Resident memory of the page's process: its own thread, its workers and its audio thread. */
  megabytes(): Promise<number>
  close(): Promise<void>
}

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/**
 * Opens a page without Playwright, which listens to every page's network: Chromium then keeps a copy of all that the
 * page fetched, in the page's own process, and measuring memory would measure that.
 */
export async function openPlainPage(url: string): Promise<BarePage> {
  const profile = await mkdtemp(join(tmpdir(), 'plain-page-'))
  const child = spawn(
    process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--mute-audio',
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const line = await connect(await listeningAt(child.stderr))
  const { targetId } = (await line.ask('Target.createTarget', { url })) as { targetId: string }
  const { sessionId } = (await line.ask('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string }
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = (await line.ask(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true, userGesture: true },
      sessionId,
    )) as { result: { value?: unknown }; exceptionDetails?: unknown }
    if (exceptionDetails !== undefined) throw new Error(`the page threw: ${JSON.stringify(exceptionDetails)}`)
    return result.value
  }
  // A page that is still to be navigated answers for the empty one before it.
  while ((await evaluate('location.href + document.readyState')) !== `${url}complete`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  return {
    evaluate,
    megabytes: async () => {
      const { processInfo } = (await line.ask('SystemInfo.getProcessInfo')) as {
        processInfo: readonly { readonly type: string; readonly id: number }[]
      }
      const sizes = processInfo
        .filter(({ type }) => type === 'renderer')
        .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024)
      return Math.max(...sizes)
    },
    close: async () => {
      line.close()
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Chromium says on its error output where it can be reached. */
async function listeningAt(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    // Read on, or the pipe fills up and Chromium waits.
    output.resume()
    return address
  }
  throw new Error('Chromium did not start')
}

interface DevtoolsLine {
  ask(method: string, params?: object, sessionId?: string): Promise<unknown>
  close(): void
}

async function connect(address: string): Promise<DevtoolsLine> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  socket.onmessage = ({ data }) => {
    const { id = 0, result, error } = JSON.parse(String(data)) as Answer
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  }
  await once(socket, 'open')
  return {
    ask: (method, params = {}, sessionId) => {
      asked += 1
      const answer = Promise.withResolvers<unknown>()
      waiting.set(asked, answer)
      socket.send(JSON.stringify({ id: asked, method, params, ...(sessionId !== undefined && { sessionId }) }))
      return answer.promise
    },
    close: () => socket.close(),
  }
}
