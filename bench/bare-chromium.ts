import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A page in its own Chromium, without Playwright. */
export interface BarePage {
  /** Evaluates an expression as in a user gesture, and awaits its promise. */
  evaluate(expression: string): Promise<unknown>
  /** Resident memory of the page's process, including workers and audio thread, in MB. */
  megabytes(): Promise<number>
  close(): Promise<void>
}

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/**
 * Opens a page without Playwright. Playwright listens to the network, which makes Chromium keep a copy of all responses
 * in the page's process and would distort the memory figure.
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
  // Until the navigation has happened, the expression is evaluated in the empty page before it.
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

/** Chromium prints its debugging address to stderr. */
async function listeningAt(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    // Keep reading, or the pipe fills and Chromium blocks.
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
