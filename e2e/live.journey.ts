import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#features/account/account.contract.ts'
import { projectRoutes } from '#features/projects/projects.contract.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import type { StreamEvent, StreamName } from '#shared/events.ts'
import { LiveClientRig } from '#testing/live-client.rig.ts'
import { buildWasm } from '../scripts/build-wasm.ts'
import { Chance } from '../trust/chance.ts'
import { Line, NoAnswer, read } from '../trust/line.ts'
import { pause, type RunningServer, startServer } from '../trust/start-server.ts'
import { makeSong } from '../trust/make-song.ts'
import { ResumedUpload } from '../trust/resumed-upload.ts'

const LOST_MS = 2000
const folder = mkdtempSync(join(tmpdir(), 'roughmix-live-'))
let server: RunningServer
let olga: Line
let ed: Line
let edId = ''
let projectId = ''
let stream: StreamName

beforeAll(async () => {
  buildWasm()
  server = await startServer({ dataDir: join(folder, 'data') })
  olga = await signedUp('olga')
  ed = await signedUp('ed')
  edId = read(accountRoutes['GET /api/users/me'].answer, await ed.json('GET', '/api/users/me')).id
  projectId = read(
    projectRoutes['POST /api/projects'].answer,
    await olga.json('POST', '/api/projects', { name: 'Low Tide' }),
  ).id
  stream = `project:${projectId}`
  await joins(ed)
})
afterAll(async () => {
  await server.kill('group')
  rmSync(folder, { recursive: true, force: true })
})

async function signedUp(name: string): Promise<Line> {
  const line = new Line(() => server.url)
  const answered = await line.json('POST', '/api/auth/sign-up/email', {
    name,
    email: `${name}@example.com`,
    password: 'correct horse',
  })
  if (answered.status !== 200) throw new Error(answered.body.toString())
  return line
}
async function joins(line: Line): Promise<void> {
  const invite = read(
    projectRoutes['POST /api/projects/:projectId/invites'].answer,
    await olga.json('POST', `/api/projects/${projectId}/invites`, { role: 'editor' }),
  )
  read(
    projectRoutes['POST /api/invite/:inviteId/accept'].answer,
    await line.json('POST', `/api/invite/${invite.id}/accept`),
  )
}
async function following(line: Line, from: number | null = null): Promise<LiveClientRig> {
  const ear = await LiveClientRig.open(server.url, { cookie: line.cookie() })
  ear.follow(stream, from)
  await ear.until('following')
  return ear
}

test('a listener gets every change once and in order, through broken connections and two server crashes', async () => {
  const heard: StreamEvent[] = []
  const first = await following(ed)
  const { seq: from } = await first.until('following')
  first.drop()
  const added: string[] = []
  let isOver = false
  const writing = Promise.all([olga, ed].map((line, writer) => addTasks(line, `writer ${writer}`, 100, added)))
  const listening = listenOverAndOver(from, heard, () => isOver)
  for (const writes of [60, 130]) {
    await expect.poll(() => added.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(writes)
    await server.kill('group')
    server = await startServer({ dataDir: join(folder, 'data'), port: server.port })
  }
  await writing
  isOver = true
  await listening
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, i) => from + 1 + i))
  expect(
    heard
      .filter(({ kind }) => kind === 'task.added')
      .map(({ refs }) => refs['taskId'])
      .toSorted(),
  ).toEqual(added.toSorted())
})

/** Each task under a key of its own until it is answered. */
async function addTasks(line: Line, writer: string, count: number, added: string[]): Promise<void> {
  for (let n = 0; n < count;) {
    try {
      const answered = await line.json(
        'POST',
        `/api/projects/${projectId}/tasks`,
        { title: `${writer} ${n}` },
        { 'idempotency-key': `${writer} ${n}` },
      )
      added.push(read(taskRoutes['POST /api/projects/:projectId/tasks'].answer, answered).id)
      n++
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      await pause(50)
    }
  }
}

/**
 * Follows from the last event heard, loses the connection after some more, and again; the last one hears to the end.
 */
async function listenOverAndOver(from: number, heard: StreamEvent[], isOver: () => boolean): Promise<void> {
  const chance = new Chance('listener')
  for (;;) {
    const wasOver = isOver()
    const cursor = heard.at(-1)?.seq ?? from
    try {
      const ear = await following(ed, cursor)
      const last = wasOver ? await lastEvent() : undefined
      if (last !== undefined && last > cursor) await ear.until('event', ({ event }) => event.seq >= last)
      if (last === undefined)
        await Promise.race([ear.until('event', ({ event }) => event.seq >= cursor + chance.whole(1, 12)), pause(1000)])
      ear.drop()
      await ear.closed
      heard.push(...ear.events(stream))
      if (wasOver) return
    } catch {
      // The server is dead at the moment.
      await pause(50)
    }
  }
}

async function lastEvent(): Promise<number> {
  const ear = await following(ed)
  ear.close()
  return (await ear.until('following')).seq
}

test('an upload is heard of from its first to its last step', async () => {
  const ear = await following(ed)
  const song = makeSong(new Chance('live'), 'mix.wav', 3)
  const upload = await ResumedUpload.begin(
    { line: olga, chance: new Chance('parts'), wrote: () => undefined, onMoment: () => undefined },
    { projectId, song, trackTitle: 'Intro' },
  )
  while (!upload.version) await upload.goOn({ patiently: true })
  const isOurs = ({ event }: { event: StreamEvent }) => event.refs['versionId'] === upload.version
  await ear.until('event', (message) => isOurs(message) && message.event.kind === 'version.ready')
  expect(ear.events(stream).map(({ kind }) => kind)).toEqual(['track.added', 'version.added', 'version.ready'])
  const { fraction } = await ear.until('progress', ({ subject }) => subject === upload.version)
  expect(fraction).toBeGreaterThan(0)
  ear.close()
})

describe('who loses the right to listen', () => {
  test('by being removed loses the project within two seconds', async () => {
    const ear = await following(ed)
    const removedAt = performance.now()
    expect((await olga.json('DELETE', `/api/projects/${projectId}/members/${edId}`)).status).toBe(200)
    await ear.until('lost', (message) => message.stream === stream)
    expect(performance.now() - removedAt).toBeLessThan(LOST_MS)
    ear.close()
    await joins(ed)
  })

  test('by signing out loses the connection within two seconds', async () => {
    const cora = await signedUp('cora')
    await joins(cora)
    const ear = await following(cora)
    const signedOutAt = performance.now()
    expect((await cora.json('POST', '/api/auth/sign-out', {})).status).toBe(200)
    expect(await ear.closed).toBe(4401)
    expect(performance.now() - signedOutAt).toBeLessThan(LOST_MS)
  })

  test('by signing out everywhere else loses the connection on the other device', async () => {
    const here = new Line(() => server.url)
    await here.json('POST', '/api/auth/sign-in/email', { email: 'ed@example.com', password: 'correct horse' })
    const there = await following(ed)
    const kept = await following(here)
    expect((await here.json('POST', '/api/auth/revoke-other-sessions', {})).status).toBe(200)
    expect(await there.closed).toBe(4401)
    kept.send({ type: 'ping' })
    await kept.until('pong')
    kept.close()
  })

  test('by never having had it hears nothing', async () => {
    const stan = await signedUp('stan')
    const ear = await LiveClientRig.open(server.url, { cookie: stan.cookie() })
    ear.follow(stream, 0)
    await ear.until('lost')
    expect((await olga.json('POST', `/api/projects/${projectId}/tasks`, { title: 'Secret' })).status).toBe(200)
    ear.send({ type: 'ping' })
    await ear.until('pong')
    expect(ear.events(stream)).toEqual([])
    ear.close()
  })

  test('by coming from another website is not let in', async () => {
    await expect(
      LiveClientRig.open(server.url, { cookie: olga.cookie(), origin: 'https://evil.example' }),
    ).rejects.toThrow('403')
  })
})
