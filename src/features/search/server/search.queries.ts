import { sql, type Expression } from 'kysely'
import { likePattern } from '#shared/fold-text.ts'
import type { Db } from '#server/db/open-database.ts'
import type { UserScope } from '#server/scope.ts'
import { fileKindOf } from '#features/files/file-kinds.ts'
import { audienceReached } from '#features/files/server/files.scope.ts'
import { grantedByOrganization, leadsIn, waysIn } from '#features/projects/server/project-rights.ts'
import { closeness, excerptOf, hasWords, searchWords } from '../search-words.ts'
import type { Found } from '../search.contract.ts'

const nothing: Found = { projects: [], tracks: [], notes: [], tasks: [], files: [], people: [] }
/** Candidates to read, of which the best few are returned. */
const READ = 100

interface Search {
  readonly db: Db
  readonly userId: string
  readonly words: readonly string[]
  readonly limit: number
}

/** Reads only what the user has access to. */
export async function search(
  { db, actor }: UserScope,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<Found> {
  const words = searchWords(q)
  if (words.length === 0) return nothing
  const asked: Search = { db, userId: actor.userId, words, limit }
  return {
    projects: await findProjects(asked),
    tracks: await findTracks(asked),
    notes: await findNotes(asked),
    tasks: await findTasks(asked),
    files: await findFiles(asked),
    people: await findPeople(asked),
  }
}

async function findProjects({ db, userId, words, limit }: Search): Promise<Found['projects']> {
  const rows = await within(db, userId)
    .where(mayHave(sql`projects.name`, words))
    .select(['projects.id', 'projects.name', 'projects.archived_at'])
    .orderBy('projects.updated_at', 'desc')
    .orderBy('projects.id')
    .limit(READ)
    .execute()
  return best(rows, ({ name }) => name, words, limit).map(({ id, name, archived_at: archivedAt }) => ({
    id,
    name,
    archived: archivedAt !== null,
  }))
}

async function findTracks({ db, userId, words, limit }: Search): Promise<Found['tracks']> {
  const rows = await within(db, userId)
    .innerJoin('tracks', 'tracks.project_id', 'projects.id')
    .where('tracks.deleted_at', 'is', null)
    .where(mayHave(sql`tracks.title`, words))
    .select(['tracks.id', 'tracks.title', 'projects.id as project_id', 'projects.name as project_name'])
    .orderBy('tracks.updated_at', 'desc')
    .orderBy('tracks.id')
    .limit(READ)
    .execute()
  return best(rows, ({ title }) => title, words, limit).map(({ id, title, ...project }) => ({
    id,
    title,
    ...inProject(project),
  }))
}

async function findNotes({ db, userId, words, limit }: Search): Promise<Found['notes']> {
  // Picks the few results before reading anything else about them.
  const latest = await within(db, userId)
    .innerJoin('notes', 'notes.project_id', 'projects.id')
    .innerJoin('tracks', 'tracks.id', 'notes.track_id')
    .where('notes.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is', null)
    .where(mayHave(sql`notes.body`, words))
    .select('notes.id')
    .orderBy('notes.created_at', 'desc')
    .orderBy('notes.id')
    .limit(READ)
    .execute()
  const rows = await db
    .selectFrom('notes as said')
    .innerJoin('notes as root', (join) => join.on(sql<boolean>`root.id = coalesce(said.parent_id, said.id)`))
    .innerJoin('tracks', 'tracks.id', 'root.track_id')
    .innerJoin('projects', 'projects.id', 'root.project_id')
    .innerJoin('versions', 'versions.id', 'root.version_id')
    .leftJoin('user', 'user.id', 'said.author_id')
    .where('said.id', 'in', ['', ...latest.map(({ id }) => id)])
    .where('root.deleted_at', 'is', null)
    .select([
      'root.id',
      'said.body',
      'user.name as author_name',
      'root.state',
      'root.from_seconds',
      'root.version_id',
      'versions.deleted_at as version_deleted_at',
      'tracks.id as track_id',
      'tracks.title',
      'tracks.current_version_id',
      'projects.id as project_id',
      'projects.name as project_name',
    ])
    .orderBy('said.created_at', 'desc')
    .orderBy('said.id')
    .execute()
  const found = [
    ...new Map(rows.filter(({ body }) => hasWords(body, words)).map((row) => [row.id, row])).values(),
  ].slice(0, limit)
  const heard = await heardVersions(
    db,
    found.map(({ track_id: id, current_version_id: chosen }) => ({ id, chosen })),
  )
  return found.map((row) => ({
    id: row.id,
    excerpt: excerptOf(row.body, words),
    authorName: row.author_name,
    state: row.state,
    trackId: row.track_id,
    trackTitle: row.title,
    fromSeconds: row.from_seconds,
    versionId: row.version_deleted_at !== null || heard.get(row.track_id) === row.version_id ? null : row.version_id,
    ...inProject(row),
  }))
}

async function findTasks({ db, userId, words, limit }: Search): Promise<Found['tasks']> {
  const taskName = sql`projects.task_prefix || '-' || cast(tasks.number as text)`
  const rows = await within(db, userId)
    .innerJoin('tasks', 'tasks.project_id', 'projects.id')
    .where('tasks.deleted_at', 'is', null)
    .where(mayHave(sql`(${taskName} || ' ' || tasks.title || ' ' || tasks.description)`, words))
    .select([
      'tasks.id',
      'tasks.title',
      'tasks.description',
      'tasks.number',
      'tasks.state',
      'projects.task_prefix',
      'projects.id as project_id',
      'projects.name as project_name',
    ])
    .orderBy('tasks.updated_at', 'desc')
    .orderBy('tasks.id')
    .limit(READ)
    .execute()
  const textOf = (row: (typeof rows)[number]) => `${row.task_prefix}-${row.number} ${row.title} ${row.description}`
  return best(rows, textOf, words, limit).map((row) => ({
    id: row.id,
    title: row.title,
    number: row.number,
    taskPrefix: row.task_prefix,
    state: row.state,
    ...inProject(row),
  }))
}

/** By name, and by the note on the newest version. */
async function findFiles({ db, userId, words, limit }: Search): Promise<Found['files']> {
  const rows = await within(db, userId)
    .innerJoin('project_files', 'project_files.project_id', 'projects.id')
    .innerJoin('file_versions', (join) =>
      join
        .onRef('file_versions.file_id', '=', 'project_files.id')
        .onRef('file_versions.number', '=', 'project_files.last_version_number'),
    )
    .where('project_files.deleted_at', 'is', null)
    .where(audienceReached)
    .where(mayHave(sql`(project_files.name || ' ' || file_versions.note)`, words))
    .select([
      'project_files.id',
      'project_files.name',
      'file_versions.note',
      'projects.id as project_id',
      'projects.name as project_name',
    ])
    .orderBy('project_files.updated_at', 'desc')
    .orderBy('project_files.id')
    .limit(READ)
    .execute()
  return best(rows, ({ name, note }) => `${name} ${note}`, words, limit).map((row) => ({
    id: row.id,
    name: row.name,
    kind: fileKindOf(row.name),
    ...inProject(row),
  }))
}

/** Members of the user's projects, and people with access through an organization. */
async function findPeople({ db, userId, words, limit }: Search): Promise<Found['people']> {
  const reached = within(db, userId).select('projects.id')
  const joined = await db
    .selectFrom('memberships')
    .innerJoin('user', 'user.id', 'memberships.user_id')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .where('memberships.removed_at', 'is', null)
    .where('projects.id', 'in', reached)
    .where(mayHave(sql`"user".name`, words))
    .select([
      'user.id',
      'user.name',
      'projects.id as project_id',
      'projects.name as project_name',
      'projects.updated_at',
    ])
    .orderBy('projects.updated_at', 'desc')
    .orderBy('user.id')
    .limit(READ)
    .execute()
  const granted = await db
    .selectFrom('projects')
    .innerJoin('member', 'member.organizationId', 'projects.organization_id')
    .innerJoin('user', 'user.id', 'member.userId')
    .leftJoin('teamMember', (join) =>
      join.onRef('teamMember.teamId', '=', 'projects.team_id').onRef('teamMember.userId', '=', 'member.userId'),
    )
    .where('projects.id', 'in', reached)
    .where(grantedByOrganization)
    .where(mayHave(sql`"user".name`, words))
    .select([
      'user.id',
      'user.name',
      'projects.id as project_id',
      'projects.name as project_name',
      'projects.updated_at',
    ])
    .orderBy('projects.updated_at', 'desc')
    .orderBy('user.id')
    .limit(READ)
    .execute()
  const byPerson = Map.groupBy(
    [...joined, ...granted].filter(({ id }) => id !== userId).toSorted((a, b) => b.updated_at - a.updated_at),
    ({ id }) => id,
  )
  const people = [...byPerson.values()].flatMap(([first]) => first ?? [])
  return best(people, ({ name }) => name, words, limit).map(({ id, name, ...project }) => ({
    id,
    name,
    ...inProject(project),
  }))
}

/** Projects that the user may open. */
function within(db: Db, userId: string) {
  return waysIn(db, userId).clearSelect().where(leadsIn).where('projects.deleted_at', 'is', null)
}

/** A prefilter in SQL; `hasWords` decides. */
function mayHave(text: Expression<unknown>, words: readonly string[]) {
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`fold_text(${text}) like ${likePattern(word)} escape '\\'`),
    sql` and `,
  )})`
}

/** Matches, prefix matches first, otherwise in their order. */
function best<T>(
  rows: readonly T[],
  textOf: (row: T) => string,
  words: readonly string[],
  limit: number,
): readonly T[] {
  return rows
    .filter((row) => hasWords(textOf(row), words))
    .map((row) => ({ row, close: closeness(textOf(row), words) }))
    .sort((a, b) => a.close - b.close)
    .slice(0, limit)
    .map(({ row }) => row)
}

function inProject({
  project_id: projectId,
  project_name: projectName,
}: {
  readonly project_id: string
  readonly project_name: string
}) {
  return { projectId, projectName }
}

/** Each track's current version: the chosen one, otherwise the newest. */
async function heardVersions(
  db: Db,
  tracks: readonly { readonly id: string; readonly chosen: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('versions')
    .select(['id', 'track_id'])
    .where('track_id', 'in', ['', ...tracks.map(({ id }) => id)])
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute()
  const chosen = new Set(tracks.flatMap(({ chosen }) => chosen ?? []))
  return new Map(
    [...rows, ...rows.filter(({ id }) => chosen.has(id))].map(({ id, track_id: trackId }) => [trackId, id]),
  )
}
