import { record, type Audited } from '#server/audit/audit.ts'
import type { Db } from '#server/db/open-database.ts'
import { newId } from '#server/ids.ts'
import { COMMAND_LINE } from '#shared/audit-kinds.ts'
import type { Instant } from '#shared/units.ts'

type Deed = Pick<Audited, 'kind' | 'subjectId' | 'projectId' | 'refs'>

/** Audits what a command changed. We do not know which person ran it, so the actor is the command line. */
export async function recordCommand(
  { db, now = Date.now }: { readonly db: Db; readonly now?: () => Instant },
  kind: Deed,
): Promise<void> {
  await record({ db, now, newId }, { ...kind, actorId: null, address: '', refs: { ...kind.refs, by: COMMAND_LINE } })
}
