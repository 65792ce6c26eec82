import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { type Note, noteRoutes } from '#features/notes/notes.contract.ts'
import { projectRoutes } from '#features/projects/projects.contract.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { trackRoutes } from '#features/tracks/tracks.contract.ts'
import type { BusyClient } from './busy-client.ts'
import { read } from './line.ts'
import { type Entry, ofKind } from './journal.ts'

interface Reading {
  readonly clients: readonly BusyClient[]
  readonly entries: readonly Entry[]
  /** Every request was answered: nothing unknown may exist, and every version must be ready and download completely. */
  readonly settled: boolean
}

/**
 * Reads everything back through the API. Returns one line for each item that is lost, duplicated, altered or unknown.
 */
export async function readBack({ clients, entries, settled }: Reading): Promise<readonly string[]> {
  const wrong: string[] = []
  const projects = ofKind(entries, 'project')
  for (const client of clients) {
    if (!ofKind(entries, 'account').some(({ email }) => email === client.email)) continue
    const own = projects.filter(({ by }) => by === client.name)
    const page = read(
      projectRoutes['GET /api/projects'].answer,
      await client.line.json('GET', '/api/projects?limit=200'),
    )
    const made = page.items.filter(({ role }) => role === 'owner')
    wrong.push(
      ...compare(
        `projects of ${client.name}`,
        own.map(({ id, name }) => `${id} ${name}`),
        made.map(({ id, name }) => `${id} ${name}`),
        settled,
      ),
    )
    for (const { id } of own) wrong.push(...(await readProject(client, id, entries, settled)))
    for (const upload of client.openUploads()) await upload.ask()
  }
  return wrong
}

async function readProject(
  client: BusyClient,
  projectId: string,
  entries: readonly Entry[],
  settled: boolean,
): Promise<readonly string[]> {
  const { line } = client
  const here = <E extends { readonly projectId: string }>(some: readonly E[]) =>
    some.filter((entry) => entry.projectId === projectId)
  const details = read(
    trackRoutes['GET /api/projects/:projectId'].answer,
    await line.json('GET', `/api/projects/${projectId}`),
  )
  const tasks = read(
    taskRoutes['GET /api/projects/:projectId/tasks'].answer,
    await line.json('GET', `/api/projects/${projectId}/tasks?limit=1000`),
  ).items
  const invites = read(
    projectRoutes['GET /api/projects/:projectId/invites'].answer,
    await line.json('GET', `/api/projects/${projectId}/invites?limit=200`),
  ).items
  const versions = here(ofKind(entries, 'version'))
  const notes = await readNotes(client, projectId, details.trackVersions)
  const joined = here(ofKind(entries, 'joined'))

  const madeByUploads = new Set(versions.map(({ trackId }) => trackId))
  const tracks = here(ofKind(entries, 'track')).map(({ id, title }) => `${id} ${title}`)
  const wrong = [
    ...compare(
      'tracks',
      tracks,
      details.tracks
        .filter(({ id }) => !madeByUploads.has(id) || tracks.some((track) => track.startsWith(id)))
        .map(({ id, title }) => `${id} ${title}`),
      settled,
    ),
    ...compare(
      'tracks made by uploads',
      [...madeByUploads],
      details.tracks.filter(({ id }) => madeByUploads.has(id)).map(({ id }) => id),
      settled,
    ),
    ...compare(
      'versions',
      versions.map(({ id, sha256, sizeBytes, trackId, fileName }) =>
        [id, trackId, fileName, sizeBytes, sha256].join(' '),
      ),
      details.trackVersions.map(({ id, sha256, sizeBytes, trackId, fileName }) =>
        [id, trackId, fileName, sizeBytes, sha256].join(' '),
      ),
      settled,
    ),
    ...compare(
      'members',
      joined.map(({ userId }) => userId),
      details.members.filter(({ role }) => role !== 'owner').map(({ person }) => person.id),
      settled,
    ),
    ...compare(
      'invites',
      here(ofKind(entries, 'invite')).map(({ id }) => id),
      invites.map(({ id }) => id),
      settled,
    ),
    ...compare(
      'notes',
      here(ofKind(entries, 'note')).map(({ id, body }) => `${id} ${body}`),
      notes.map(({ id, body }) => `${id} ${body}`),
      settled,
    ),
    ...doubled(
      'words of notes',
      notes.map(({ body }) => body),
    ),
    ...compareTasks(
      here(ofKind(entries, 'task')),
      entries.filter((entry): entry is StateEntry => entry.kind === 'task state' || entry.kind === 'task state asked'),
      tasks,
      settled,
    ),
    ...doubled(
      'titles of tracks',
      details.tracks.map(({ title }) => title),
    ),
    ...doubled(
      'numbers of versions',
      details.trackVersions.map(({ trackId, number }) => `${trackId} ${number}`),
    ),
    ...doubled(
      'numbers of tasks',
      tasks.map(({ number }) => String(number)),
    ),
  ]
  if (!settled) return wrong
  for (const { id, trackId, state, verdict, sha256 } of details.trackVersions) {
    if (state !== 'ready') wrong.push(`version ${id} is ${state}: ${verdict ?? ''}`)
    const file = await line.ask('GET', `/api/projects/${projectId}/tracks/${trackId}/download?version=${id}`)
    if (createHash('sha256').update(file.body).digest('hex') !== sha256)
      wrong.push(`version ${id} downloads with other bytes`)
  }
  for (const invite of invites) {
    const uses = joined.filter(({ inviteId }) => inviteId === invite.id).length
    if (invite.uses !== uses) wrong.push(`invite ${invite.id} counts ${invite.uses} uses of ${uses}`)
  }
  return wrong
}

/** Of all tracks, each at its newest version, which includes open notes of earlier ones. */
async function readNotes(
  { line }: BusyClient,
  projectId: string,
  versions: readonly { readonly id: string; readonly trackId: string }[],
): Promise<readonly Note[]> {
  const { answer } = noteRoutes['GET /api/projects/:projectId/tracks/:trackId/notes']
  const newest = new Map(versions.toReversed().map(({ id, trackId }) => [trackId, id]))
  const notes: Note[] = []
  for (const [trackId, versionId] of newest) {
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = `limit=500&version=${versionId}${cursor === '' ? '' : `&cursor=${cursor}`}`
      const page: z.output<typeof answer> = read(
        answer,
        await line.json('GET', `/api/projects/${projectId}/tracks/${trackId}/notes?${query}`),
      )
      notes.push(...page.items)
      cursor = page.nextCursor
    }
  }
  return notes
}

/** Until everything is answered, a server may have more than it acknowledged, but never less. */
function compare(
  what: string,
  acknowledged: readonly string[],
  there: readonly string[],
  settled: boolean,
): readonly string[] {
  const lost = acknowledged.filter((one) => !there.includes(one)).map((one) => `${what}: lost ${one}`)
  const unknown = settled
    ? there.filter((one) => !acknowledged.includes(one)).map((one) => `${what}: nobody was told of ${one}`)
    : []
  return [...lost, ...unknown, ...doubled(what, there)]
}

type StateEntry = Extract<Entry, { kind: 'task state' | 'task state asked' }>

/**
 * A task may be as last acknowledged, or as requested since; a deleted one may exist only while its deletion has no
 * answer.
 */
function compareTasks(
  tasks: readonly Extract<Entry, { kind: 'task' }>[],
  changes: readonly StateEntry[],
  there: readonly { id: string; title: string; number: number; state: string }[],
  settled: boolean,
): readonly string[] {
  const wrong: string[] = []
  for (const { id, title, number } of tasks) {
    const history = changes.filter((change) => change.id === id)
    const last = history.findLastIndex(({ kind }) => kind === 'task state')
    const allowed = [history[last]?.state ?? 'todo', ...history.slice(last + 1).map(({ state }) => state)]
    const found = there.find((task) => task.id === id)
    const is = found?.state ?? 'deleted'
    if (!allowed.some((state) => state === is))
      wrong.push(`task “${title}” is ${is} and should be ${allowed.join(' or ')}`)
    if (found && (found.title !== title || found.number !== number))
      wrong.push(`task “${title}” became “${found.title}”`)
  }
  if (settled)
    for (const { id, title } of there)
      if (!tasks.some((task) => task.id === id)) wrong.push(`nobody was told of task “${title}”`)
  return [
    ...wrong,
    ...doubled(
      'titles of tasks',
      there.map(({ title }) => title),
    ),
  ]
}

function doubled(what: string, names: readonly string[]): readonly string[] {
  return names.filter((name, i) => names.indexOf(name) !== i).map((name) => `${what}: ${name} twice`)
}
