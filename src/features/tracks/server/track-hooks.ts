import type { Db } from '#server/db/open-database.ts'
import { defineHook, type Hook } from '#server/hooks.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { ReviewAsk, ReviewDecision } from '../review-standing.ts'

/** Versions go for good, in the transaction that holds their rows: what was said about them moves or goes with them. */
export const versionsErasing = defineHook<[db: Db, versionIds: readonly string[]]>('version.erasing')

/** Which of these files a row names that is no version's. */
export const namedFiles = defineHook<[db: Db, keys: readonly string[]], readonly string[]>('track.named_files')

/** Which of these versions are still on their way. */
export const versionsUnderWay = defineHook<[db: Db, versionIds: readonly string[]], readonly string[]>(
  'version.under_way',
)

/** Asks before files are removed: where nobody has joined, no answer would read as nobody needing them. */
export async function askAll<Answer>(
  hook: Hook<[db: Db, ids: readonly string[]], Answer>,
  db: Db,
  ids: readonly string[],
): Promise<readonly Answer[]> {
  const answers = await hook.ask(db, ids)
  if (answers.length === 0) throw new Error(`nobody answers ${hook.name}: join the features first`)
  return answers
}

/** The names that guests have given, by their ids. */
export const guestNames = defineHook<[db: Db, ids: readonly string[]], ReadonlyMap<string, string | null>>(
  'track.guest_names',
)

/** How many notes are open, by track. */
export const openNoteCounts = defineHook<[db: Db, projectId: string], Readonly<Record<string, number>>>(
  'track.open_note_counts',
)

export const taskCounts = defineHook<[db: Db, projectId: string], { readonly all: number; readonly open: number }>(
  'track.task_counts',
)

/** The numbers of a project's tasks, by their ids. */
export const taskNumbers = defineHook<[scope: ProjectScope, ids: readonly string[]], ReadonlyMap<string, number>>(
  'track.task_numbers',
)

/** Who was asked to approve a track's versions, and what was decided. */
export const reviewRecords = defineHook<
  [db: Db, trackId: string],
  { readonly asks: readonly ReviewAsk[]; readonly decisions: readonly ReviewDecision[] }
>('track.review_records')

/** What all who answer know together. */
export async function namesOfGuests(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  return new Map((await guestNames.ask(db, ids)).flatMap((names) => [...names]))
}
