import type { ProjectScope } from '#server/scope.ts'
import type { VersionChange } from '../../tracks.contract.ts'
import { changelogText, ownWords } from '../../changelog-text.ts'
import { taskNumbers } from '../track-hooks.ts'

/** The lines of versions' changelogs by version, in order: one read whatever their number. */
export async function readChanges(
  { db }: Pick<ProjectScope, 'db'>,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, VersionChange[]>> {
  const rows = await db
    .selectFrom('version_changes')
    .selectAll()
    .where('version_id', 'in', ['', ...versionIds])
    .orderBy('position')
    .execute()
  const lines = Map.groupBy(rows, ({ version_id: versionId }) => versionId)
  return new Map(
    [...lines].map(([versionId, own]) => [
      versionId,
      own.map(({ text, task_id: taskId, task_number: taskNumber }) => ({ text, taskId, taskNumber })),
    ]),
  )
}

/**
 * Puts these lines in the place of those there were. Its text follows them as long as nobody has written one of their
 * own.
 */
export async function writeChangelog(
  scope: Pick<ProjectScope, 'db'>,
  versionId: string,
  changes: readonly VersionChange[],
): Promise<void> {
  const { db } = scope
  const before = (await readChanges(scope, [versionId])).get(versionId) ?? []
  const { changelog } = await db
    .selectFrom('versions')
    .select('changelog')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('version_changes').where('version_id', '=', versionId).execute()
  if (changes.length > 0)
    await db
      .insertInto('version_changes')
      .values(
        changes.map(({ text, taskId, taskNumber }, position) => ({
          version_id: versionId,
          position,
          text,
          task_id: taskId,
          task_number: taskNumber,
        })),
      )
      .execute()
  if (ownWords(changelog, before) === '')
    await db
      .updateTable('versions')
      .set({ changelog: changelogText(changes) })
      .where('id', '=', versionId)
      .execute()
}

/** Lines as they are asked for, each with the number of its task; what is no task of the project stands for itself. */
export async function withTaskNumbers(
  scope: ProjectScope,
  lines: readonly { readonly text: string; readonly taskId: string | null }[],
): Promise<readonly VersionChange[]> {
  const ids = lines.flatMap(({ taskId }) => taskId ?? [])
  const numbers = new Map((await taskNumbers.ask(scope, ids)).flatMap((some) => [...some]))
  return lines.map(({ text, taskId }) => {
    const taskNumber = numbers.get(taskId ?? '') ?? null
    return { text, taskId: taskNumber === null ? null : taskId, taskNumber }
  })
}
