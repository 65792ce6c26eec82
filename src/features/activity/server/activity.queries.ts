import { cutPage, readCursor } from '#server/db/paging.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { Activity } from '../activity.contract.ts'

/** What is made because somebody looked, and a nod, are no history. */
const UNTOLD = ['comparison', 'spectrogram', 'reaction', 'tick'] as const

/** The project's events with today's names of what they speak of: one read for the events, one per kind of thing. */
export async function listActivity({ db, projectId }: ProjectScope, { cursor, limit }: { cursor?: string | undefined; limit: number }): Promise<{ items: Activity[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('events')
    .leftJoin('user', 'user.id', 'events.actor_id')
    .leftJoin('guests', 'guests.id', 'events.actor_id')
    .selectAll('events')
    .select(['user.name as actor_name', 'guests.name as guest_name'])
    .where('stream_id', '=', `project:${projectId}`)
    .where((eb) => eb.and(UNTOLD.map((noun) => eb('kind', 'not like', `${noun}.%`))))
    .$if(after !== undefined, (q) => q.where('seq', '<', after?.[0] ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const parsed = rows.map((row) => ({ row, refs: JSON.parse(row.refs) as Readonly<Record<string, string>> }))
  const names = await namesOf(db, parsed.map(({ refs }) => refs))
  return cutPage(parsed, limit, ({ row }) => [row.seq, 'event'], ({ row, refs }): Activity => ({
    seq: row.seq, kind: row.kind, at: row.at, actorId: row.actor_id, actorName: row.actor_name ?? (row.guest_name === null ? null : `${row.guest_name} (guest)`), refs,
    subject: names.get(refs['taskId'] ?? refs['trackId'] ?? refs['userId'] ?? '') ?? null,
    detail: refs['status'] ?? names.get(refs['versionId'] ?? '') ?? null,
  }))
}

async function namesOf(db: ProjectScope['db'], refs: readonly Readonly<Record<string, string>>[]): Promise<ReadonlyMap<string, string>> {
  const ids = (key: string) => ['', ...new Set(refs.flatMap((ref) => ref[key] ?? []))]
  const tracks = await db.selectFrom('tracks').select(['id', 'title as name']).where('id', 'in', ids('trackId')).execute()
  const tasks = await db.selectFrom('tasks').select(['id', 'title as name']).where('id', 'in', ids('taskId')).execute()
  const people = await db.selectFrom('user').select(['id', 'name']).where('id', 'in', ids('userId')).execute()
  const versions = await db.selectFrom('versions').select(['id', 'number']).where('id', 'in', ids('versionId')).execute()
  return new Map([...[...tracks, ...tasks, ...people].map(({ id, name }): [string, string] => [id, name]), ...versions.map(({ id, number }): [string, string] => [id, `v${number}`])])
}
