import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { noteRoutes } from '#features/notes/notes.contract.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { inspectDisk } from './inspect-disk.ts'
import { read } from './line.ts'
import { makeSong } from './make-song.ts'
import { measure } from './measure.ts'
import { Person } from './person.ts'
import { SmallDisk } from './small-disk.ts'
import { pause, startServer } from './start-server.ts'

const DISK_MB = 512
const KEPT_MB = 128
const REFUSED_MS = 1000
const NORMAL_MS = 5000

void measure('r07', async (run) => {
  const { chance, short, say, afterwards } = run
  const disk = new SmallDisk(run, DISK_MB)
  const dataDir = join(disk.path, 'data')
  const server = await startServer({ dataDir, env: { MIN_FREE_MB: String(KEPT_MB), BALLAST_MB: '64' } })
  afterwards(() => server.kill('group'))
  const wrong: string[] = []
  const olga = await Person.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  const song = makeSong(chance, 'mix.wav', 3)
  const versionId = await olga.upload(chance, projectId, song, { trackTitle: 'Kiln' })
  const trackId = (await olga.project(projectId)).tracks[0]?.id ?? ''
  const later = makeSong(chance, 'later.wav', 30)
  const upload = await olga.begin(chance, projectId, later, { trackId })
  await upload.goOn({ patiently: true })
  await until(async () => (await olga.project(projectId)).trackVersions.every(({ state }) => state === 'ready') && existsSync(join(dataDir, 'ballast')), 60_000, 'the ballast was not kept aside')

  const refusals: number[] = []
  const refused = async (when: string) => {
    for (const [method, path, headers] of [['POST', `/api/projects/${projectId}/uploads`, `upload-length: 8388608\r\nupload-metadata: filename ${btoa('a.wav')},trackTitle ${btoa('Low')}`], ['PATCH', upload.url, `upload-offset: ${upload.acknowledged}\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${later.bytes.byteLength - upload.acknowledged}`]] as const) {
      const { status, tookMs } = await headersOnly(server.port, `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\ncookie: ${olga.line.cookie()}\r\ntus-resumable: 1.0.0\r\n${headers}\r\n\r\n`)
      refusals.push(tookMs)
      if (status !== 507) wrong.push(`${when}: ${method} of an upload was answered ${status}`)
      if (tookMs > REFUSED_MS) wrong.push(`${when}: the refusal took ${tookMs.toFixed(0)} ms`)
    }
  }

  disk.fill((KEPT_MB - 20) * 1e6)
  await refused('nearly full')
  disk.fill(0)
  say(`full: ${disk.freeBytes()} bytes are free`)
  await refused('full')
  let written = 0
  const body = 'The kick is late. '.repeat(20)
  for (const end = performance.now() + (short ? 4000 : 20_000); performance.now() < end; ) {
    try {
      read(noteRoutes['POST /api/projects/:projectId/tracks/:trackId/notes'].answer, await olga.line.json('POST', `/api/projects/${projectId}/tracks/${trackId}/notes`, { versionId, fromSeconds: 0, toSeconds: null, body: `${body}${written}` }))
      read(taskRoutes['POST /api/projects/:projectId/tasks'].answer, await olga.line.json('POST', `/api/projects/${projectId}/tasks`, { title: `Task ${written}` }))
      written += 2
    } catch (error) {
      wrong.push(`a note or task while full: ${error instanceof Error ? error.message : String(error)}`)
      break
    }
  }
  const file = await olga.line.ask('GET', `/api/projects/${projectId}/tracks/${trackId}/download?version=${versionId}`)
  if (createHash('sha256').update(file.body).digest('hex') !== song.sha256) wrong.push(`a download while full was answered ${file.status} with other bytes`)
  if ((await olga.project(projectId)).trackVersions.length !== 1) wrong.push('the list is another while full')
  await refused('full, and much was written')

  disk.empty()
  const freedAt = performance.now()
  await until(async () => (await headersOnly(server.port, `POST /api/projects/${projectId}/uploads HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\ncookie: ${olga.line.cookie()}\r\ntus-resumable: 1.0.0\r\nupload-length: 10\r\nupload-metadata: filename ${btoa('a.wav')},trackTitle ${btoa('Low')}\r\n\r\n`)).status === 201, 20_000, 'uploads stay refused')
  const normalMs = performance.now() - freedAt
  if (normalMs > NORMAL_MS) wrong.push(`normal again after ${normalMs.toFixed(0)} ms`)
  while (!upload.version) await upload.goOn({ patiently: true })
  await until(async () => (await olga.project(projectId)).trackVersions.every(({ state }) => state === 'ready'), 60_000, 'a version does not become ready')
  if (!short) await until(async () => existsSync(join(dataDir, 'ballast')), 60_000, 'the ballast was not kept aside again')
  await server.stop()
  wrong.push(...inspectDisk(dataDir).filter((line) => !/left open|left behind|ballast/.test(line)))
  return { figure: `refused in ${Math.max(...refusals).toFixed(0)} ms before any byte; ${written} notes and tasks on a full disk; normal ${normalMs.toFixed(0)} ms after space returned`, wrong }
})

/** Sends the head of a request and nothing more; what is answered, and how soon. */
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
  for (const late = performance.now() + patienceMs; !(await holds()); await pause(100)) if (performance.now() > late) throw new Error(otherwise)
}
