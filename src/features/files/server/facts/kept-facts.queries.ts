import { emit } from '#server/events/events.queries.ts'
import { enqueue } from '#server/jobs/jobs.queue.ts'
import { change, type ServerScope } from '#server/scope.ts'
import { factsKey, readFacts } from './file-facts.kind.ts'
import { readFileFacts } from './read-file-facts.ts'

/** Of a file that says nothing of itself: it was read, and need not be again. */
const NO_FACTS = 'null'
const FILES_AT_ONCE = 500

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
  await change(scope, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('file_versions')
      .set({ facts: facts ? JSON.stringify(facts) : NO_FACTS })
      .where('id', '=', versionId)
      .executeTakeFirst()
    if (facts && Number(numUpdatedRows) > 0)
      await emit(tx, `project:${version.project_id}`, 'file.changed', { projectId: version.project_id })
  })
}

/** Nobody reads it again: every try ended in an error. */
export async function giveUpFacts({ db }: ServerScope, versionId: string): Promise<void> {
  await db.updateTable('file_versions').set({ facts: NO_FACTS }).where('id', '=', versionId).execute()
}

/** Queues what was never read, such as files from before their contents were. */
export async function queueUnreadFacts(scope: ServerScope): Promise<void> {
  const unread = await scope.db
    .selectFrom('file_versions')
    .select(['id', 'project_id'])
    .where('facts', 'is', null)
    .orderBy('id')
    .limit(FILES_AT_ONCE)
    .execute()
  if (unread.length === 0) return
  await change(scope, async (tx) => {
    for (const { id, project_id } of unread)
      await enqueue(tx, readFacts, { versionId: id }, { key: factsKey(id), projectId: project_id })
  })
}
