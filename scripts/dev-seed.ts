import type * as z from 'zod'
import { renderSong, SONG_MIXES, SONG_SECONDS, type SongMix } from '#audio/song.ts'
import { wavHeader, wavSamples, type WavEncoding } from '#audio/wav-file.ts'
import { approvalRoutes } from '#features/approvals/approvals.contract.ts'
import { noteRoutes } from '#features/notes/notes.contract.ts'
import { projectRoutes } from '#features/projects/projects.contract.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { trackRoutes } from '#features/tracks/tracks.contract.ts'
import type { AnswerOf, BodyInputOf, ParamsOf } from '#shared/contract.ts'
import type { Hertz } from '#shared/units.ts'
import { apiUrl } from '#web/api/api-url.ts'
import { read } from '../trust/line.ts'
import { credentials, TrustPerson } from '../trust/person.ts'

interface SeededAccount {
  readonly email: string
  readonly password: string
  /** The person's part in the project. */
  readonly part: string
}

/**
 * Fills a new server through its API: an album with versions, notes, tasks and an approval, one archived project and
 * one empty one. Returns the accounts.
 */
export async function seed(server: () => string): Promise<readonly SeededAccount[]> {
  const ines = await TrustPerson.signUp(server, 'Ines Duarte')
  const jo = await TrustPerson.signUp(server, 'Jo Okafor')
  const mira = await TrustPerson.signUp(server, 'Mira Lindqvist')
  const projectId = await ines.addProject('Harbour Lights')
  await ines.invite(projectId, jo, 'editor')
  await ines.invite(projectId, mira, 'commenter')
  const band = { projectId, ines, jo, mira }
  await nightDrive(band)
  await kiln(band)
  await ines.addTrack(projectId, 'Undertow')
  await tasksOf(band)
  await ines.addProject('Demos for spring')
  const finished = await ines.addProject('Night Bus EP')
  await ask(ines, 'PATCH /api/projects/:projectId', { projectId: finished }, { archived: true })
  await ines.allReady(projectId)
  return [
    { ...credentials(ines.name), part: 'owns the projects and runs the server' },
    { ...credentials(jo.name), part: 'edits Harbour Lights' },
    { ...credentials(mira.name), part: 'comments on it' },
  ]
}

interface Band {
  readonly projectId: string
  readonly ines: TrustPerson
  readonly jo: TrustPerson
  readonly mira: TrustPerson
}

/** Three versions, each answering notes on the one before; the last one waits for an approval. */
async function nightDrive({ projectId, ines, jo, mira }: Band): Promise<void> {
  const rough = bounce('Night Drive rough.wav', { mix: SONG_MIXES.rough, sampleRate: 44_100, encoding: 's16' })
  const { trackId, versionId: v1 } = await jo.send(projectId, rough, 'Night Drive')
  const here = { projectId, trackId }
  const lead = await ask(mira, `POST ${track}/notes`, here, {
    versionId: v1,
    fromSeconds: 20,
    toSeconds: 30,
    body: 'The lead hardly comes through in the first verse. **3 dB** more?',
    section: 'Verse',
    part: 'Keys',
    direction: 'more',
  })
  const drums = await ask(ines, `POST ${track}/notes`, here, {
    versionId: v1,
    fromSeconds: 85,
    body: '@Jo Okafor could the drums stop in the bridge, and come back with the last chorus?',
    toSeconds: null,
    section: 'Bridge',
    part: 'Drums',
    direction: 'less',
  })
  await ask(jo, `POST ${note}/replies`, { projectId, noteId: drums.id }, { body: 'I like that. Next version.' })
  await ask(mira, `PUT ${note}/reactions`, { projectId, noteId: drums.id }, { emoji: '🔥', chosen: true })
  const loud = bounce('Night Drive loud.wav', { mix: SONG_MIXES.loud, sampleRate: 48_000, encoding: 's24' })
  const { versionId: v2 } = await jo.send(projectId, loud, { trackId, changelog: 'Lead up\nHotter master' })
  await ask(jo, `PUT ${note}/state`, { projectId, noteId: lead.id }, { state: 'fixed', versionId: v2 })
  await ask(mira, `PUT ${note}/state`, { projectId, noteId: lead.id }, { state: 'verified' })
  const hot = await ask(ines, `POST ${track}/notes`, here, {
    versionId: v2,
    fromSeconds: 42.5,
    toSeconds: 48,
    body: 'This clips: the meter says 2 dB over. Back to −1 dBTP, please.',
    section: 'Chorus',
    part: 'Master',
    direction: 'less',
  })
  const fixed = bounce('Night Drive mix 3.wav', { mix: SONG_MIXES.fixed, sampleRate: 48_000, encoding: 's24' })
  const { versionId: v3 } = await jo.send(projectId, fixed, {
    trackId,
    changelog: 'Drums out of the bridge\nLimiter off, peaks below −1 dBTP',
  })
  for (const noteId of [drums.id, hot.id])
    await ask(jo, `PUT ${note}/state`, { projectId, noteId }, { state: 'fixed', versionId: v3 })
  await ask(mira, `POST ${track}/notes`, here, {
    versionId: v3,
    fromSeconds: 12,
    toSeconds: null,
    body: 'Love this lift.',
  })
  await ask(jo, `POST ${track}/approvals`, here, {
    versionId: v3,
    reviewerIds: [ines.userId, mira.userId],
    message: 'Is this the one for mastering?',
  })
  await ask(ines, `POST ${track}/decisions`, here, { versionId: v3, decision: 'approved', body: 'Yes. Thank you!' })
}

/** A young track: one version with changes requested. */
async function kiln({ projectId, ines, jo }: Band): Promise<void> {
  const demo = bounce('Kiln demo.wav', { mix: SONG_MIXES.rough, sampleRate: 44_100, encoding: 's16', seed: 7 })
  const { trackId, versionId } = await ines.send(projectId, demo, 'Kiln')
  await ask(ines, `POST ${track}/approvals`, { projectId, trackId }, { versionId, reviewerIds: [jo.userId] })
  await ask(
    jo,
    `POST ${track}/decisions`,
    { projectId, trackId },
    { versionId, decision: 'changes', body: 'The intro is a bar too long.', fromSeconds: 2 },
  )
}

async function tasksOf({ projectId, ines, jo }: Band): Promise<void> {
  const add = (task: BodyInputOf<(typeof routes)['POST /api/projects/:projectId/tasks']>) =>
    ask(ines, 'POST /api/projects/:projectId/tasks', { projectId }, task)
  await add({
    title: 'Edit the breath before the second verse',
    priority: 'high',
    state: 'doing',
    assigneeId: jo.userId,
  })
  await add({ title: 'Book the mastering engineer', dueOn: '2031-03-14', assigneeId: ines.userId })
  await add({ title: 'Write down who plays what', priority: 'low', state: 'verified' })
}

function bounce(
  fileName: string,
  {
    mix,
    sampleRate,
    encoding,
    seed = 1,
  }: { readonly mix: SongMix; readonly sampleRate: Hertz; readonly encoding: WavEncoding; readonly seed?: number },
): { readonly fileName: string; readonly bytes: Uint8Array } {
  const seconds = SONG_SECONDS
  const header = wavHeader({ sampleRate, channels: 2, encoding, totalFrames: seconds * sampleRate })
  const blocks = Array.from(renderSong({ mix, sampleRate, seconds, seed }), (block) => wavSamples(block, encoding))
  return { fileName, bytes: Buffer.concat([header, ...blocks]) }
}

const routes = { ...projectRoutes, ...trackRoutes, ...noteRoutes, ...taskRoutes, ...approvalRoutes }
const track = '/api/projects/:projectId/tracks/:trackId' as const
const note = '/api/projects/:projectId/notes/:noteId' as const

/** Typed by the contract, so that an outdated seed does not compile. */
async function ask<K extends keyof typeof routes>(
  { line }: TrustPerson,
  key: K,
  params: ParamsOf<K>,
  body: BodyInputOf<(typeof routes)[K]>,
): Promise<AnswerOf<(typeof routes)[K]>> {
  const [method = '', path = ''] = key.split(' ')
  const answered = await line.json(method, apiUrl(path, params), body)
  // The shape belongs to this key, which TypeScript cannot infer.
  return read(routes[key].answer as z.ZodType, answered) as AnswerOf<(typeof routes)[K]>
}
