import { carriesLink } from '#shared/carries-link.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import type { Db } from '#server/db/open-database.ts'
import { mailedName } from '#server/mail/mailed-name.ts'
import { inboxNames } from '../inbox.strings.ts'
import type { InboxItem } from '../inbox.contract.ts'
import { itemOf, type NoticeRow } from './inbox.queries.ts'

export interface MailedItem extends InboxItem {
  /** A guest of a share link, who chose their own name and text. */
  readonly isByStranger: boolean
}

/**
 * Items as mails may show them. Guests of share links are strangers to the project's members, with an account or
 * without: a name or text of theirs with a link in it is not mailed in this server's name.
 */
export async function mailedItems(db: Db, rows: readonly NoticeRow[]): Promise<readonly MailedItem[]> {
  const visitors = await signedInVisitors(db, rows)
  return rows.map((row) => {
    const item = itemOf(row)
    const isByStranger =
      row.guest_name !== null || (row.actor_id !== null && visitors.has(visitOf(row.project_id, row.actor_id)))
    if (!isByStranger || !item.actor) return { ...item, isByStranger }
    const excerpt = item.excerpt !== null && carriesLink(item.excerpt) ? null : item.excerpt
    return {
      ...item,
      isByStranger,
      excerpt,
      actor: { ...item.actor, name: mailedName(item.actor.name ?? '', inboxNames.guest) },
    }
  })
}

/** Accounts that can open a project only through its share links. */
async function signedInVisitors(db: Db, rows: readonly NoticeRow[]): Promise<ReadonlySet<string>> {
  const actors = [
    ...new Set(
      rows.flatMap(({ actor_id, join_order }) => (actor_id !== null && join_order === null ? [actor_id] : [])),
    ),
  ]
  const visits = await db
    .selectFrom('guests')
    .innerJoin('shares', 'shares.id', 'guests.share_id')
    .select(['guests.user_id', 'shares.project_id'])
    .where('guests.user_id', 'in', ['', ...actors])
    .where('shares.project_id', 'in', ['', ...new Set(rows.map(({ project_id }) => project_id))])
    .execute()
  const visitors = new Set<string>()
  for (const [projectId, of] of Map.groupBy(visits, ({ project_id }) => project_id)) {
    const people = new Set(await peopleIn(db, projectId))
    for (const { user_id } of of)
      if (user_id !== null && !people.has(user_id)) visitors.add(visitOf(projectId, user_id))
  }
  return visitors
}

function visitOf(projectId: string, userId: string): string {
  return `${projectId} ${userId}`
}
