import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LiveMessage, LiveRequest } from '#shared/events.ts'
import { peakMegabytes, processSeconds } from './bench-tools.ts'
import { WebSocket } from 'ws'

/**
 * How soon open pages receive a note: `node bench/live.ts [connections] [seconds]`. The whole server in a separate
 * process; all connections follow one project, report their place like a page, and belong to twenty people. Timed from
 * before the note is sent.
 */
const connections = Number(process.argv[2] ?? 500)
const seconds = Number(process.argv[3] ?? 10)
const PEOPLE = 20
const EVERY_MS = 200
const TARGET_MS = 250

const folder = await mkdtemp(join(tmpdir(), 'roughmix-bench-live-'))
const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/app/server/main.ts'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    BASE_URL: '',
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SIGN_IN_RATE_LIMIT: '0',
  },
})
const url = await new Promise<string>((resolve, reject) => {
  server.once('exit', () => reject(new Error('the server did not start')))
  createInterface(server.stdout).on('line', (line) => {
    const found = /Roughmix is at (\S+)/.exec(line)?.[1]
    if (found) resolve(found)
  })
})
const pid = server.pid ?? 0

const people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => signUp(`Listener ${i}`)))
const [owner = ''] = people
const { id: projectId } = await post(owner, '/api/projects', { name: 'Low Tide' })
const invite = await post(owner, `/api/projects/${projectId}/invites`, { role: 'commenter' })
for (const person of people.slice(1)) await post(person, `/api/invite/${invite.id}/accept`)
const { trackId, versionId } = await upload()

const before = await peakMegabytes(pid)
const heard = new Map<string, number[]>()
const sockets: WebSocket[] = []
let present = 0
for (let i = 0; i < connections; i++) sockets.push(await follow(people[i % PEOPLE] ?? owner, i))
await new Promise((resolve) => setTimeout(resolve, 2_000))
const atRest = await peakMegabytes(pid)
const restFrom = await processSeconds(pid)
await new Promise((resolve) => setTimeout(resolve, 3_000))
const restLoad = ((await processSeconds(pid)) - restFrom) / 3

const busyFrom = await processSeconds(pid)
const lags: number[] = []
const missing: number[] = []
for (let n = 0; n < (seconds * 1000) / EVERY_MS; n++) {
  const sentAt = performance.now()
  const next = new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  const { id } = await post(people[n % PEOPLE] ?? owner, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
    versionId,
    fromSeconds: 0,
    toSeconds: null,
    body: `Note ${n}`,
  })
  await next
  void settle(id, sentAt)
}
const busyLoad = ((await processSeconds(pid)) - busyFrom) / seconds
await new Promise((resolve) => setTimeout(resolve, 1_500))

const sorted = lags.toSorted((a, b) => a - b)
const at = (share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0)
const lost = missing.reduce((sum, one) => sum + one, 0)
console.log(
  `${connections} connections, a note every ${EVERY_MS} ms for ${seconds} s: ${lags.length} hearings, ${lost} ` +
    `missed, ${present} told of presence`,
)
console.log(`heard after p50 ${at(0.5)} ms · p99 ${at(0.99)} ms · worst ${at(1)} ms (target p99 ≤ ${TARGET_MS} ms)`)
console.log(
  `memory ${before} MB before, ${atRest} MB with all connected, ${await peakMegabytes(pid)} MB at most; of one ` +
    `core ${(restLoad * 100).toFixed(0)} % at rest, ${(busyLoad * 100).toFixed(0)} % while notes come`,
)
for (const socket of sockets) socket.terminate()
server.kill('SIGTERM')
await once(server, 'exit')
await rm(folder, { recursive: true, force: true })
process.exit(lost === 0 ? 0 : 1)

/** Records the arrivals of one note after a while. */
async function settle(noteId: string, sentAt: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  const times = heard.get(noteId) ?? []
  lags.push(...times.map((time) => time - sentAt))
  missing.push(connections - times.length)
}

async function follow(cookie: string, place: number): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, { headers: { cookie } })
  const say = (request: LiveRequest) => socket.send(JSON.stringify(request))
  await once(socket, 'open')
  const isFollowing = new Promise<void>((resolve) =>
    socket.on('message', (text: Buffer) => {
      const message: LiveMessage = JSON.parse(text.toString())
      if (message.type === 'following') resolve()
      else if (message.type === 'present') present += 1
      else if (message.type === 'event' && message.event.kind === 'note.added') {
        const { noteId = '' } = message.event.refs
        heard.set(noteId, [...(heard.get(noteId) ?? []), performance.now()])
      }
    }),
  )
  say({ type: 'follow', stream: `project:${projectId}`, cursor: null })
  say({
    type: 'here',
    stream: `project:${projectId}`,
    place: { trackId, versionId, isPlaying: place % 2 === 0, position: place % 60, speed: 1, stepMs: null },
  })
  await isFollowing
  return socket
}

async function signUp(name: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: `${name.replace(' ', '.')}@example.com`, password: 'correct horse' }),
  })
  if (!answer.ok) throw new Error(`sign-up: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
}

async function post(cookie: string, path: string, body?: object): Promise<{ readonly id: string }> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { origin: url, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  const made: { readonly id: string } = JSON.parse(await answer.text())
  return made
}

/** One second of silence, in one request. */
async function upload(): Promise<{ readonly trackId: string; readonly versionId: string }> {
  const rate = 8_000
  const wav = Buffer.alloc(44 + rate * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + rate * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(rate * 2, 40)
  const metadata = { filename: 'Silence.wav', trackTitle: 'Silence' }
  const answer = await fetch(`${url}/api/projects/${projectId}/uploads`, {
    method: 'POST',
    body: wav,
    headers: {
      origin: url,
      cookie: owner,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(wav.byteLength),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  })
  const trackId = answer.headers.get('roughmix-track-id') ?? ''
  const versionId = answer.headers.get('roughmix-version-id') ?? ''
  if (trackId === '' || versionId === '') throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return { trackId, versionId }
}
