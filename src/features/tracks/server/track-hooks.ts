import type { Db } from '#server/db/open-database.ts'
import { defineHook, type Hook } from '#server/hooks.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { ReviewAsk, ReviewDecision } from '../review-standing.ts'

/**
 * Versions are deleted for good, in the transaction that locks their rows: answers move or delete what refers to them.
 */
export const versionsErasing = defineHook<[db: Db, versionIds: readonly string[]]>('version.erasing')

/** A track that changes its project, with the rights of the person who moves it in both. */
export interface TrackMove {
  readonly trackId: string
  readonly from: ProjectScope
  readonly to: ProjectScope
}

/**
 * A track is moved to another project, in the transaction that locks both projects: answers move what belongs to it,
 * or refuse.
 */
export const trackMoving = defineHook<[move: TrackMove]>('track.moving')

/** How much else these tracks take along when they move, in bytes. */
export const movedBytes = defineHook<[db: Db, trackIds: readonly string[]], number>('track.moved_bytes')

/** Those of these files that a row other than a version's refers to. */
export const namedFiles = defineHook<[db: Db, keys: readonly string[]], readonly string[]>('track.named_files')

/** Those of these versions that are still being uploaded. */
export const versionsUnderWay = defineHook<[db: Db, versionIds: readonly string[]], readonly string[]>(
  'version.under_way',
)

/**
 * Asks before files are removed. Throws if no feature answers, because an empty result would mean that nobody needs the
 * files.
 */
export async function askAll<Answer>(
  hook: Hook<[db: Db, ids: readonly string[]], Answer>,
  db: Db,
  ids: readonly string[],
): Promise<readonly Answer[]> {
  const answers = await hook.ask(db, ids)
  if (answers.length === 0) throw new Error(`nobody answers ${hook.name}: join the features first`)
  return answers
}

/** Guests' names by id. */
export const guestNames = defineHook<[db: Db, ids: readonly string[]], ReadonlyMap<string, string | null>>(
  'track.guest_names',
)

/** Open notes by track; for guests, without those that are only for members. */
export const openNoteCounts = defineHook<
  [db: Db, projectId: string, audience: 'members' | 'guests'],
  Readonly<Record<string, number>>
>('track.open_note_counts')

export const taskCounts = defineHook<[db: Db, projectId: string], { readonly all: number; readonly open: number }>(
  'track.task_counts',
)

/** Numbers of a project's tasks, by id. */
export const taskNumbers = defineHook<[scope: ProjectScope, ids: readonly string[]], ReadonlyMap<string, number>>(
  'track.task_numbers',
)

/** Approval requests and decisions about a track's versions. */
export const reviewRecords = defineHook<
  [db: Db, trackId: string],
  { readonly asks: readonly ReviewAsk[]; readonly decisions: readonly ReviewDecision[] }
>('track.review_records')

/** Merges all answers. */
export async function namesOfGuests(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  return new Map((await guestNames.ask(db, ids)).flatMap((names) => [...names]))
}
