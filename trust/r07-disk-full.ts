import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { noteRoutes } from '#features/notes/notes.contract.ts'
import { shareRoutes } from '#features/shares/shares.contract.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { DiskFiller, statusOf } from './disk-fillers.ts'
import { inspectDisk } from './inspect-disk.ts'
import { Line, read } from './line.ts'
import { makeSong } from './make-song.ts'
import { measure } from './measure.ts'
import { TrustPerson } from './person.ts'
import { SmallDisk } from './small-disk.ts'
import { pause, startServer } from './start-server.ts'

const MIB = 1024 * 1024
const DISK_MB = 512
const KEPT_MB = 128
const BALLAST_MB = 64
const REFUSED_MS = 1000
const NORMAL_MS = 5000
const EVERYTHING = { comment: true, seeNotes: true, approve: false, download: false, upload: true }

void measure('r07', async (run) => {
  const { chance, short, say, afterwards } = run
  const disk = new SmallDisk(run, DISK_MB)
  const dataDir = join(disk.path, 'data')
  const start = () => startServer({ dataDir, env: { MIN_FREE_MB: String(KEPT_MB), BALLAST_MB: String(BALLAST_MB) } })
  let server = await start()
  afterwards(() => server.kill('group'))
  const wrong: string[] = []
  const olga = await TrustPerson.signUp(() => server.url, 'olga')
  const members = await Promise.all(
    ['ed', 'eve', 'kim', 'lou'].map((name) => TrustPerson.signUp(() => server.url, name)),
  )
  const projectId = await olga.addProject()
  for (const member of members) await olga.invite(projectId, member)
  const song = makeSong(chance, 'mix.wav', 3)
  const versionId = await olga.upload(chance, projectId, song, { trackTitle: 'Kiln' })
  const trackId = (await olga.project(projectId)).tracks[0]?.id ?? ''
  await until(
    async () =>
      (await olga.project(projectId)).trackVersions.every(({ state }) => state === 'ready') &&
      existsSync(join(dataDir, 'ballast')),
    60_000,
    'the ballast was not kept aside',
  )

  let written = 0
  const body = 'The kick is late. '.repeat(20)
  const writeSome = async (when: string): Promise<boolean> => {
    try {
      read(
        noteRoutes['POST /api/projects/:projectId/tracks/:trackId/notes'].answer,
        await olga.line.json('POST', `/api/projects/${projectId}/tracks/${trackId}/notes`, {
          versionId,
          fromSeconds: 0,
          toSeconds: null,
          body: `${body}${written}`,
        }),
      )
      read(
        taskRoutes['POST /api/projects/:projectId/tasks'].answer,
        await olga.line.json('POST', `/api/projects/${projectId}/tasks`, { title: `Task ${written}` }),
      )
      written += 2
      return true
    } catch (error) {
      wrong.push(`a note or task ${when}: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }

  // The users fill the disk, all at once.
  const fillers = [
    ...[olga, ...members].map(({ line }) => ({ projectId, cookie: line.cookie(), to: { trackTitle: 'Flood' } })),
    { ...(await openAsGuest(() => server.url, olga, projectId)), to: { trackId } },
  ].map((parts) => new DiskFiller({ chance, server: () => server.url, ...parts }))
  const rounds = short ? 3 : 12
  let leastFree = Infinity
  let refused = 0
  let normalMs = 0
  const watching = setInterval(() => (leastFree = Math.min(leastFree, disk.freeBytes())), 5)
  afterwards(() => clearInterval(watching))
  for (let round = 1; round <= rounds; round++) {
    const filling = Promise.all(fillers.map((filler) => filler.fill()))
    if (round % 3 === 2) {
      await pause(chance.between(50, 800))
      await server.kill('group')
      await filling
      server = await start()
    }
    while (!(await Promise.race([filling.then(() => true), pause(50).then(() => false)])))
      if (!(await writeSome('while everybody uploads'))) break
    for (const filler of fillers) await filler.checkOffsets()
    await writeSome('after everybody uploaded')
    const signedIn = await olga.alsoOn(new Line(() => server.url)).then(
      () => true,
      () => false,
    )
    if (!signedIn) wrong.push(`nobody can sign in after round ${round}`)
    if (!existsSync(join(dataDir, 'ballast'))) wrong.push(`the ballast was given up for uploads in round ${round}`)
    for (const filler of fillers) await filler.giveAllUp()
    const givenUpAt = performance.now()
    await until(
      async () => disk.freeBytes() > (DISK_MB - BALLAST_MB) * 0.7 * MIB,
      NORMAL_MS,
      'giving uploads up gave no room back',
    )
    await until(
      async () => (await beginTiny(server.port, olga, projectId)) === 201,
      NORMAL_MS,
      'uploads stay refused after the others were given up',
    )
    normalMs = Math.max(normalMs, performance.now() - givenUpAt)
    say(`round ${round}: at least ${(leastFree / 1e6).toFixed(0)} MB stayed free`)
  }
  clearInterval(watching)
  for (const filler of fillers) {
    wrong.push(...filler.wrong)
    refused += filler.refused
  }
  if (leastFree < KEPT_MB * 1e6 - 8 * MIB) wrong.push(`uploads left only ${leastFree} bytes free`)
  if (refused === 0) wrong.push('nothing was refused: the disk was never full')

  // Another program fills it to the last byte.
  const later = makeSong(chance, 'later.wav', 30)
  const upload = await olga.begin(chance, projectId, later, { trackId })
  await upload.goOn({ patiently: true })
  const refusals: number[] = []
  const refuses = async (when: string) => {
    for (const [method, path, headers] of [
      [
        'POST',
        `/api/projects/${projectId}/uploads`,
        `upload-length: 8388608\r\nupload-metadata: filename ${btoa('a.wav')},trackTitle ${btoa('Low')}`,
      ],
      [
        'PATCH',
        upload.url,
        `upload-offset: ${upload.acknowledged}\r\ncontent-type: application/offset+octet-stream\r\n` +
          `content-length: ${later.bytes.byteLength - upload.acknowledged}`,
      ],
    ] as const) {
      const { status, tookMs } = await headersOnly(
        server.port,
        `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\ncookie: ${olga.line.cookie()}\r\n` +
          `tus-resumable: 1.0.0\r\n${headers}\r\n\r\n`,
      )
      refusals.push(tookMs)
      if (status !== 507) wrong.push(`${when}: ${method} of an upload was answered ${status}`)
      if (tookMs > REFUSED_MS) wrong.push(`${when}: the refusal took ${tookMs.toFixed(0)} ms`)
    }
  }
  disk.fill((KEPT_MB - 20) * 1e6)
  await refuses('nearly full')
  disk.fill(0)
  say(`full: ${disk.freeBytes()} bytes are free`)
  await refuses('full')
  for (
    const end = performance.now() + (short ? 2000 : 20_000);
    performance.now() < end && (await writeSome('while full'));
  );
  const file = await olga.line.ask('GET', `/api/projects/${projectId}/tracks/${trackId}/download?version=${versionId}`)
  if (createHash('sha256').update(file.body).digest('hex') !== song.sha256)
    wrong.push(`a download while full was answered ${file.status} with other bytes`)
  if ((await olga.project(projectId)).trackVersions.length !== 1) wrong.push('the list is another while full')
  await refuses('full, and much was written')

  // The ballast is deleted too, and the server restarts: after a kill, and after a regular stop.
  const startedMs: number[] = []
  for (const ends of ['killed', 'stopped'] as const) {
    disk.fill(0)
    if (ends === 'killed') await server.kill('group')
    else await server.stop()
    disk.fill(0)
    server = await start()
    startedMs.push(server.readyMs)
    const ready = await fetch(`${server.url}/readyz`).then((answer) => answer.json())
    if (!/full/.test(String(ready.disk)))
      wrong.push(`${ends} on a full disk, /readyz does not say so: ${JSON.stringify(ready)}`)
    if (!server.output().includes('the disk is full')) wrong.push(`${ends} on a full disk, the log does not say so`)
    if ((await olga.project(projectId)).trackVersions.length !== 1)
      wrong.push(`${ends} on a full disk, the list is another`)
    const status = await statusOf(olga.line, 'POST', `/api/projects/${projectId}/tasks`, {
      title: 'One more'.repeat(20),
    })
    if (status !== 507 && status !== 200) wrong.push(`${ends} on a full disk, a task was answered ${status}`)
    if (status === 200) written += 1
  }

  disk.empty()
  const freedAt = performance.now()
  await until(async () => (await beginTiny(server.port, olga, projectId)) === 201, 20_000, 'uploads stay refused')
  await until(
    async () => (await fetch(`${server.url}/readyz`).then((answer) => answer.json())).disk === undefined,
    20_000,
    'the server goes on saying that its disk is full',
  )
  if (!(await writeSome('after space returned'))) wrong.push('not normal after space returned')
  const freeMs = performance.now() - freedAt
  normalMs = Math.max(normalMs, freeMs)
  if (normalMs > NORMAL_MS) wrong.push(`normal again after ${normalMs.toFixed(0)} ms`)
  while (!upload.version) await upload.goOn({ patiently: true })
  await until(
    async () => (await olga.project(projectId)).trackVersions.every(({ state }) => state === 'ready'),
    60_000,
    'a version does not become ready',
  )
  if (!short)
    await until(async () => existsSync(join(dataDir, 'ballast')), 60_000, 'the ballast was not kept aside again')
  await server.stop()
  // A job that was running when the server was killed waits for its lease to expire.
  wrong.push(
    ...inspectDisk(dataDir).filter(
      (line) => !/left open|left behind|ballast|^a job was left: \S+ \S+ active/.test(line),
    ),
  )
  return {
    figure:
      `5 members and a guest filled the disk ${rounds} times, killed on the way: ${refused} refusals, at least ` +
      `${(leastFree / 1e6).toFixed(0)} MB stayed free; ` +
      `refused in ${Math.max(...refusals).toFixed(0)} ms before any byte; ${written} notes and tasks beside it; ` +
      `started on a full disk in ${Math.max(...startedMs).toFixed(0)} ms; ` +
      `normal ${normalMs.toFixed(0)} ms after space returned`,
    wrong,
  }
})

/** Through a share link that allows uploads. */
async function openAsGuest(
  server: () => string,
  owner: TrustPerson,
  projectId: string,
): Promise<{ readonly projectId: string; readonly cookie: string }> {
  const link = read(
    shareRoutes['POST /api/projects/:projectId/shares'].answer,
    await owner.line.json('POST', `/api/projects/${projectId}/shares`, {
      what: { kind: 'project', latestOnly: false },
      may: EVERYTHING,
    }),
  ).items[0]
  const line = new Line(server)
  const door = read(
    shareRoutes['POST /api/share/:token'].answer,
    await line.json('POST', `/api/share/${String(link?.url).split('/').at(-1)}`, {}),
  )
  if (door.state !== 'open') throw new Error(`the link opens nothing: ${door.state}`)
  await line.json('PUT', `/api/projects/${door.projectId}/guest`, { name: 'Ann' })
  return { projectId: door.projectId, cookie: line.cookie() }
}

async function beginTiny(port: number, { line }: TrustPerson, projectId: string): Promise<number> {
  return (
    await headersOnly(
      port,
      `POST /api/projects/${projectId}/uploads HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n` +
        `cookie: ${line.cookie()}\r\ntus-resumable: 1.0.0\r\nupload-length: 10\r\n` +
        `upload-metadata: filename ${btoa('a.wav')},trackTitle ${btoa('Low')}\r\n\r\n`,
    )
  ).status
}

/** Sends only the headers of a request; returns the status and the time to the answer. */
async function headersOnly(port: number, head: string): Promise<{ status: number; tookMs: number }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const askedAt = performance.now()
  socket.write(head)
  const [answer]: Buffer[] = await once(socket, 'data')
  const tookMs = performance.now() - askedAt
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]), tookMs }
}

async function until(holds: () => Promise<boolean>, patienceMs: number, otherwise: string): Promise<void> {
  for (const late = performance.now() + patienceMs; !(await holds()); await pause(100))
    if (performance.now() > late) throw new Error(otherwise)
}
