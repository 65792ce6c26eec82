import { join, resolve } from 'node:path'
import { openApp } from '#app/server/app.ts'
import { jobHandlers } from '#app/server/feature-parts.ts'
import { noteDirections, noteParts, noteSections } from '#features/notes/note-marks.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { localBus } from '#server/events/bus.ts'
import { newId } from '#server/ids.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { openLog } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { Chance } from '../trust/chance.ts'
import { makeSong } from '../trust/make-song.ts'

/**
 * The built product at a port and a public address, with an album of ten tracks, a project of 200, and a track of 40
 * versions and 2,000 notes. Prints a session, and the paths of what it holds.
 */
const [folder = '', port = '0', baseUrl = ''] = process.argv.slice(2)
const ALBUM_TRACKS = 10
const MANY_TRACKS = 200
const MANY_VERSIONS = 40
const FEW_NOTES = 24
const MANY_NOTES = 2000
const REMARKS = [
  'the **snare** rings at 400 Hz',
  'vocal under the guitars, ride it up a little before the chorus and let go again',
  'love this lift',
]

const dataDir = join(folder, 'data')
const config = readConfig({
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: port,
  BASE_URL: baseUrl,
  LOG_LEVEL: 'error',
  SIGN_IN_RATE_LIMIT: '0',
  MIN_FREE_MB: '0',
})
const database = openDatabase({ url: undefined, dataDir })
const { db } = database
await migrate(db, database.engine)
const services: Services = {
  config,
  log: openLog(config.LOG_LEVEL),
  database,
  storage: await openStorage({ config, workshop: join(dataDir, 'tmp'), newId, isNew: true }),
  bus: localBus(),
  workshop: join(dataDir, 'tmp'),
  now: Date.now,
  newId,
}
const { server } = await openApp({ services, webRoot: resolve('build/web'), setupToken: '' })
const url = await server.listen({ host: '127.0.0.1', port: Number(port) })
const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Olga', email: 'olga@example.com', password: 'correct horse' }),
})
const cookie = signedUp.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ')
const { id: authorId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()

const album = await startProject('Low Tide')
const many = await startProject('The long catalogue')
const song = makeSong(new Chance('bench'), 'Low Tide.wav', 60)
await upload(album, 'Kiln')
await upload(many, 'Glasshouse')
await new JobRunner(services, jobHandlers('normal')).drain()
const [track, big] = [await trackOf(album), await trackOf(many)]
await copyTrack(track, ALBUM_TRACKS)
await copyTrack(big, MANY_TRACKS)
await addVersions(big, MANY_VERSIONS)
await addNotes(track, FEW_NOTES)
await addNotes(big, MANY_NOTES)
const { items } = await post<{ readonly items: readonly { readonly url: string }[] }>(`/api/projects/${album}/shares`, {
  what: { kind: 'project', latestOnly: false },
  may: { comment: true, seeNotes: true, approve: true, download: true, upload: false },
  label: 'The label',
  message: 'Is the lift big enough, and does the last chorus come too soon?',
})
console.log(
  JSON.stringify({
    cookie,
    project: `/?projectId=${album}`,
    track: `/?projectId=${album}&trackId=${track.track_id}`,
    manyTracks: `/?projectId=${many}`,
    manyNotes: `/?projectId=${many}&trackId=${big.track_id}`,
    guest: new URL(items[0]?.url ?? '', url).pathname,
  }),
)

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function startProject(name: string): Promise<string> {
  return (await post<{ readonly id: string }>('/api/projects', { name })).id
}

async function upload(projectId: string, title: string): Promise<void> {
  await fetch(`${url}/api/projects/${projectId}/uploads`, {
    method: 'POST',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-length': String(song.bytes.byteLength),
      'upload-metadata': `filename ${btoa(song.fileName)},trackTitle ${btoa(title)}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from(song.bytes),
  })
}

/** Its only version, which the real decoder has analysed; all others are copies of the row. */
async function trackOf(projectId: string) {
  return db
    .selectFrom('versions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow()
}

async function copyTrack(version: Awaited<ReturnType<typeof trackOf>>, count: number): Promise<void> {
  const track = await db.selectFrom('tracks').selectAll().where('id', '=', version.track_id).executeTakeFirstOrThrow()
  for (let n = 2; n <= count; n++) {
    const id = newId()
    await db
      .insertInto('tracks')
      .values({ ...track, id, title: `${track.title}, part ${n}`, position: track.position + n })
      .execute()
    await db
      .insertInto('versions')
      .values({ ...version, id: newId(), track_id: id, sequence: version.sequence + n })
      .execute()
  }
}

async function addVersions(version: Awaited<ReturnType<typeof trackOf>>, count: number): Promise<void> {
  for (let number = 2; number <= count; number++)
    await db
      .insertInto('versions')
      .values({
        ...version,
        id: newId(),
        number,
        sequence: version.sequence + 1000 + number,
        changelog: `Mix ${number}: louder snare, the voice a little drier`,
      })
      .execute()
}

async function addNotes({ project_id, track_id }: Awaited<ReturnType<typeof trackOf>>, count: number): Promise<void> {
  const { id, duration_seconds } = await db
    .selectFrom('versions')
    .select(['id', 'duration_seconds'])
    .where('track_id', '=', track_id)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  const at = Date.now() - 10 * count
  const rows = Array.from({ length: count }, (_, i) => {
    const from = ((i * 7919) % count) * ((duration_seconds ?? 60) / count)
    return {
      id: newId(),
      project_id,
      track_id,
      version_id: id,
      parent_id: null,
      from_seconds: from,
      to_seconds: i % 3 === 0 ? from + 1.5 : null,
      body: `Note ${i}: ${REMARKS[i % 3]}`,
      author_id: authorId,
      section: noteSections[i % 7] ?? null,
      part: noteParts[i % 9] ?? null,
      direction: noteDirections[i % 3] ?? null,
      visibility: 'everyone' as const,
      set_id: null,
      state: 'open' as const,
      fixed_in: null,
      fixed_by: null,
      created_at: at + i * 10,
      edited_at: null,
      deleted_at: null,
    }
  })
  for (let from = 0; from < count; from += 100)
    await db
      .insertInto('notes')
      .values(rows.slice(from, from + 100))
      .execute()
}
