import { emit } from '#server/events/events.queries.ts'
import { change, type ServerScope } from '#server/scope.ts'
import { readFileFacts } from './read-file-facts.ts'

/** Not told as an edit: nobody changed anything. */
export async function keepFacts(scope: ServerScope, versionId: string): Promise<void> {
  const version = await scope.db
    .selectFrom('file_versions')
    .select(['project_id', 'storage_key', 'size_bytes'])
    .where('id', '=', versionId)
    .executeTakeFirst()
  // Erased meanwhile.
  if (!version) return
  const facts = await readFileFacts(scope.storage, version.storage_key, version.size_bytes)
  if (!facts) return
  await change(scope, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('file_versions')
      .set({ facts: JSON.stringify(facts) })
      .where('id', '=', versionId)
      .executeTakeFirst()
    if (Number(numUpdatedRows) > 0)
      await emit(tx, `project:${version.project_id}`, 'file.changed', { projectId: version.project_id })
  })
}
