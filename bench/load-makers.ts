import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import type { Milliseconds } from '#shared/units.ts'
import { listen } from './load-listener.ts'
import type { ListenerPlan, LoadPlan, LoadSeen, NotePlan } from './load-plan.ts'
import { uploadAll } from './load-uploader.ts'

/** All listeners and uploaders, in a separate process: reads its plan from the given file and prints the results. */
const plan: LoadPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
/** Spreads the starts, because listeners do not press play at the same moment. */
const RAMP_MS = 5000
const SETTLE_MS = 1500

const files = new Map([...new Set(plan.uploaders.map(({ file }) => file))].map((file) => [file, readFileSync(file)]))
/** Notes in flight: when each was sent, and its arrivals so far. */
const heard = new Map<string, Milliseconds[]>()
const sockets: WebSocket[] = []
for (const { live } of plan.listeners) if (live) sockets.push(await follow(live))

const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
let isOver = false
const listeners = plan.listeners.map(async (listener, i) => {
  await rest((i / plan.listeners.length) * RAMP_MS)
  return listen(listener, (i * 0.618) % 1, () => isOver)
})
const uploading = plan.uploaders.map(async (uploader, i) => {
  const song = files.get(uploader.file) ?? Buffer.alloc(0)
  await rest((i / plan.uploaders.length) * (song.byteLength / uploader.bytesPerSecond) * 1000)
  return uploadAll(uploader, song, `bounce-${i}`)
})
const writing = writeNotes()
const uploads = await Promise.all(uploading)
await rest(plan.seconds * 1000 - (performance.now() - startedAt))
isOver = true
const notes = await writing
const listened = await Promise.all(listeners)
const tookSeconds = (performance.now() - startedAt) / 1000
const { user, system } = process.cpuUsage(cpuBefore)

const seen: LoadSeen = {
  tookSeconds,
  bytesHeard: sum(listened.map(({ bytes }) => bytes)),
  bytesSent: sum(uploads.map(({ bytes }) => bytes)),
  firstByteMs: listened.flatMap(({ firstByteMs }) => firstByteMs),
  rangeMs: listened.flatMap(({ rangeMs }) => rangeMs),
  startMs: listened.flatMap(({ starts }) => starts),
  starvedListeners: listened.filter(({ stops }) => stops > 0).length,
  starvedSeconds: sum(listened.map(({ starved }) => starved)),
  listenedSeconds: sum(listened.map((one) => one.heard)),
  uploadSeconds: uploads.flatMap(({ seconds }) => seconds),
  failedUploads: sum(uploads.map(({ failed }) => failed)),
  failedRanges: sum(listened.map(({ failed }) => failed)),
  heardMs: notes.lags,
  notesMissed: notes.missed,
  makersCpuSeconds: (user + system) / 1e6,
}
process.stdout.write(JSON.stringify(seen), () => process.exit(0))

async function follow({ url, say }: NonNullable<ListenerPlan['live']>): Promise<WebSocket> {
  const { cookie = '' } = plan.listeners[sockets.length] ?? {}
  const socket = new WebSocket(url, { headers: { cookie } })
  await once(socket, 'open')
  socket.on('message', (text: Buffer) => {
    const noteId = /"note\.added".*"noteId":"([^"]+)"/.exec(text.toString())?.[1]
    if (noteId !== undefined) heard.set(noteId, [...(heard.get(noteId) ?? []), performance.now()])
  })
  for (const words of say) socket.send(words)
  return socket
}

/** Timed from before a note is sent, at every socket that must receive it. */
async function writeNotes(): Promise<{ readonly lags: readonly Milliseconds[]; readonly missed: number }> {
  const sent: { readonly id: string; readonly at: Milliseconds; readonly hearers: number }[] = []
  for (let n = 0; !isOver && plan.notes.length > 0; n++) {
    const at = performance.now()
    const note = plan.notes[n % plan.notes.length]
    if (note) sent.push({ id: await write(note), at, hearers: note.hearers })
    await rest(plan.noteEveryMs - (performance.now() - at))
  }
  await rest(plan.notes.length > 0 ? SETTLE_MS : 0)
  const lags = sent.map(({ id, at }) => (heard.get(id) ?? []).map((time) => time - at))
  return { lags: lags.flat(), missed: sum(sent.map(({ hearers }, i) => Math.max(0, hearers - (lags[i]?.length ?? 0)))) }
}

async function write({ url, cookie, body }: NotePlan): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { cookie, origin: new URL(url).origin, 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(`a note was answered ${answer.status}: ${await answer.text()}`)
  const { id }: { readonly id: string } = JSON.parse(await answer.text())
  return id
}

function rest(ms: Milliseconds): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0)
}
