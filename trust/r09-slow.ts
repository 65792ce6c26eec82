import { existsSync } from 'node:fs'
import type { Milliseconds } from '#shared/units.ts'
import { everyday, startLoad, tally, within } from './request-load.ts'
import { makeSong } from './make-song.ts'
import { CannotRun, measure } from './measure.ts'
import { TrustPerson } from './person.ts'
import { residentBytes } from './process-state.ts'
import { connectedTo, SlowSocket } from './slow-socket.ts'
import { pause, startServer } from './start-server.ts'

const OTHERS_MS = 300
const MOST_MORE_BYTES = 200e6
const IDLE_MS = 60_000
/** How often the kernel's list of connections is read. */
const LOOK_MS = 500
const MIB = 1024 * 1024

void measure('r09', async ({ chance, short, folder, afterwards, say }) => {
  if (!existsSync('/proc/net/tcp')) throw new CannotRun('who is connected is asked of Linux')
  const server = await startServer({ dataDir: `${folder}/data` })
  afterwards(() => server.kill('group'))
  const olga = await TrustPerson.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  // Far more than the kernel buffers for a reader.
  const song = makeSong(chance, 'long.wav', 60)
  const versionId = await olga.upload(chance, projectId, song, { trackTitle: 'Kiln' })
  const details = await olga.project(projectId)
  const file = `/api/projects/${projectId}/tracks/${details.tracks[0]?.id}/download?version=${versionId}`
  await olga.allReady(projectId)

  const host = `host: 127.0.0.1:${server.port}\r\n`
  const json = `${host}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{"name":"`
  const kinds: Readonly<Record<string, readonly [count: number, how: Parameters<typeof SlowSocket.open>[2]]>> = {
    'downloads that nobody reads': [
      200,
      { head: `GET ${file} HTTP/1.1\r\n${host}cookie: ${olga.line.cookie()}\r\n\r\n` },
    ],
    'heads in drops': [20, { head: `GET / HTTP/1.1\r\n${host}`, piece: 'x-drop: 1\r\n' }],
    'bodies in drops': [20, { head: `POST /api/auth/sign-in/email HTTP/1.1\r\n${json}`, piece: 'x' }],
    'bodies that stop': [10, { head: `POST /api/projects HTTP/1.1\r\ncookie: ${olga.line.cookie()}\r\n${json}` }],
    'callers who say nothing': [10, {}],
  }
  const headers = { cookie: olga.line.cookie() }
  const { addTask, look } = everyday(() => server.url, olga, projectId)
  const listen = () => fetch(server.url + file, { headers: { ...headers, range: 'bytes=1000000-1065535' } })
  const asking = () => startLoad({ senders: 3, restMs: 60, ask: (n) => [addTask, listen, look][n % 3]?.(n) ?? look() })
  const alone = await settledLoad(asking(), short ? 3000 : 15_000)
  const before = residentBytes(server.pid)
  say(`alone: p99 ${within(alone, 0.99).toFixed(0)} ms, ${megabytes(before)} MB`)

  const load = asking()
  // Slow but active: at 200 kB/s, it must not be cut off.
  const patient = readSlowly(server.url + file, headers, 200_000)
  const slow = await Promise.all(
    Object.entries(kinds).flatMap(([kind, [count, how]]) =>
      Array.from({ length: count }, () => SlowSocket.open(kind, server.port, how)),
    ),
  )
  const begunAt = performance.now()
  afterwards(() => slow.forEach((socket) => socket.close()))
  const longest = new Map<string, Milliseconds>()
  let held = new Set(slow)
  let mostBytes = 0
  const lastsMs = short ? 6000 : IDLE_MS + 30_000
  while (performance.now() - begunAt < lastsMs && held.size > 0) {
    await pause(LOOK_MS)
    mostBytes = Math.max(mostBytes, residentBytes(server.pid))
    const connected = connectedTo(server.port)
    for (const socket of held)
      if (!connected.has(socket.localPort)) longest.set(socket.kind, performance.now() - begunAt)
    held = new Set([...held].filter((socket) => connected.has(socket.localPort)))
  }
  while (!short && performance.now() - begunAt < IDLE_MS) await pause(LOOK_MS)
  const others = await load.end()
  patient.stop()
  const wrong: string[] = []
  const p99 = within(others, 0.99)
  if (p99 > OTHERS_MS) wrong.push(`others waited ${p99.toFixed(0)} ms`)
  if (others.some(({ status }) => status !== 200 && status !== 206)) wrong.push(`others were answered ${tally(others)}`)
  if (mostBytes - before > MOST_MORE_BYTES) wrong.push(`${megabytes(mostBytes - before)} MB more memory`)
  if (patient.failure()) wrong.push(`a slow reader was cut off: ${patient.failure()}`)
  if (!short)
    for (const [kind, [count]] of Object.entries(kinds)) {
      const left = [...held].filter((socket) => socket.kind === kind).length
      const lastMs = longest.get(kind) ?? 0
      if (left > 0) wrong.push(`${left} of ${count} ${kind} were still held after ${Math.round(lastsMs / 1000)} s`)
      else if (lastMs > IDLE_MS) wrong.push(`${kind} were held for ${(lastMs / 1000).toFixed(1)} s`)
    }
  await server.stop()
  const cut = short
    ? ''
    : `; cut: ${Object.keys(kinds)
        .map((kind) => `${kind} after ${((longest.get(kind) ?? 0) / 1000).toFixed(1)} s`)
        .join(', ')}`
  return {
    figure:
      `${slow.length} slow connections: others p99 ${p99.toFixed(0)} ms (alone ${within(alone, 0.99).toFixed(0)} ` +
      `ms) of ${others.length} requests, ${megabytes(mostBytes - before)} MB more memory${cut}; a reader of 200 ` +
      `kB/s had ${(patient.bytes() / MIB).toFixed(1)} MiB and was let be`,
    wrong,
  }
})

async function settledLoad(load: ReturnType<typeof startLoad>, forMs: Milliseconds) {
  await pause(forMs)
  return load.end()
}

/** Reads a file at a limited rate until stopped. */
function readSlowly(url: string, headers: Readonly<Record<string, string>>, bytesPerSecond: number) {
  const stop = new AbortController()
  let bytes = 0
  let failure = ''
  const reading = (async () => {
    const { body } = await fetch(url, { headers, signal: stop.signal })
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength
      await pause((chunk.byteLength / bytesPerSecond) * 1000)
    }
  })()
  void reading.catch((error: unknown) => (failure = stop.signal.aborted ? '' : String(error)))
  return { bytes: () => bytes, failure: () => failure, stop: () => stop.abort() }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
