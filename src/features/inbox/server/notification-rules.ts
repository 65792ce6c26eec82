import type { StreamEvent } from '#shared/events.ts'
import type { Db } from '#server/db/open-database.ts'
import { organizationRights, rolesIn } from '#features/organizations/organizations.policy.ts'
import { peopleIn, rightsOf, waysIn } from '#features/projects/server/project-rights.ts'
import { webhookPolicy } from '#features/webhooks/webhooks.policy.ts'
import { allows } from '#shared/roles.ts'
import { notificationKinds, type NotificationKind } from '../notification-kinds.ts'

/** What an event means to one recipient, and its subjects. */
export interface Notice {
  readonly userId: string
  readonly kind: NotificationKind
  readonly about: NoticeAbout
  /** The person responsible, if the event was the server's own. */
  readonly by?: string | null
}

export interface NoticeAbout {
  readonly trackId?: string
  readonly versionId?: string
  readonly noteId?: string
  readonly saidId?: string
  readonly taskId?: string
  readonly webhookId?: string
  /** The same for all that were approved together. */
  readonly togetherId?: string
}

type Rule = (db: Db, event: StreamEvent) => Promise<readonly Notice[]>

/** Recipients by event kind. Events of other kinds notify nobody. */
const rules: Readonly<Record<string, Rule>> = {
  'note.added': async (db, event) => [...(await mentioned(db, event)), ...(await onMyVersion(db, event))],
  'note.replied': async (db, event) => [...(await mentioned(db, event)), ...(await inMyThread(db, event))],
  'note.edited': mentioned,
  'note.named': mentioned,
  'note.fixed': async (db, event) => toAuthor(db, event, 'fixed'),
  'note.reopened': async (db, event) => [...(await toAuthor(db, event, 'reopened')), ...(await toFixer(db, event))],
  'task.added': given,
  'task.edited': given,
  'task.todo': given,
  'task.doing': given,
  'task.fixed': given,
  'task.verified': given,
  'approval.asked': toReviewers,
  'approval.approved': async (db, event) => decided(db, event, 'approved'),
  'approval.changes_asked': async (db, event) => decided(db, event, 'changes'),
  'version.ready': async (db, event) => [...(await toFollowingReviewers(db, event)), ...(await toListeners(db, event))],
  'version.refused': toUploader,
  'webhook.off': toKeepers,
  'invite.requested': async (_, { refs }) => to(refs['invitedBy'], 'access', {}),
  'member.joined': async (_, { refs }) => to(refs['invitedBy'], 'joined', {}),
}

export const toldKinds: readonly string[] = Object.keys(rules)

/** All recipients who may see the event: once each, with the most personal reason, and never its author. */
export async function noticesOf(db: Db, event: StreamEvent, projectId: string): Promise<readonly Notice[]> {
  const found = await rules[event.kind]?.(db, event)
  if (!found || found.length === 0) return []
  const people = new Set(await peopleIn(db, projectId))
  const first = new Map<string, Notice>()
  for (const notice of found.toSorted((a, b) => rank(a) - rank(b)))
    if (people.has(notice.userId) && notice.userId !== event.actorId && !first.has(notice.userId))
      first.set(notice.userId, notice)
  return [...first.values()]
}

function rank({ kind }: Notice): number {
  return notificationKinds.indexOf(kind)
}

function to(userId: string | null | undefined, kind: NotificationKind, about: NoticeAbout): readonly Notice[] {
  return userId ? [{ userId, kind, about }] : []
}

/**
 * The note that an event names, and the text that it concerns, the reply's if there is one. Nothing if either was
 * deleted.
 */
async function noteOf(db: Db, { refs }: StreamEvent) {
  const saidId = refs['replyId'] ?? refs['noteId'] ?? ''
  const rows = await db
    .selectFrom('notes')
    .select(['id', 'parent_id', 'author_id', 'track_id', 'version_id', 'fixed_in', 'created_at'])
    .where('id', 'in', [saidId, refs['noteId'] ?? ''])
    .where('deleted_at', 'is', null)
    .execute()
  const said = rows.find(({ id }) => id === saidId)
  const note = rows.find(({ id }) => id === refs['noteId'])
  if (!said || !note) return undefined
  return { note, said, about: { trackId: note.track_id, versionId: note.version_id, noteId: note.id, saidId } }
}

/** The people mentioned; after an edit, only new ones. */
async function mentioned(db: Db, event: StreamEvent): Promise<readonly Notice[]> {
  const found = await noteOf(db, event)
  if (!found) return []
  const named = await db
    .selectFrom('note_mentions')
    .select('user_id')
    .where('note_id', '=', found.said.id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notifications')
            .select('notifications.id')
            .whereRef('notifications.user_id', '=', 'note_mentions.user_id')
            .where('notifications.said_id', '=', found.said.id)
            .where('notifications.kind', '=', 'mention'),
        ),
      ),
    )
    .execute()
  return named.flatMap(({ user_id: userId }) => to(userId, 'mention', found.about))
}

/** The author of the note, and earlier repliers. */
async function inMyThread(db: Db, event: StreamEvent): Promise<readonly Notice[]> {
  const found = await noteOf(db, event)
  if (!found) return []
  const answers = await db
    .selectFrom('notes')
    .select('author_id')
    .where('parent_id', '=', found.note.id)
    .where('created_at', '<=', found.said.created_at)
    .where('deleted_at', 'is', null)
    .execute()
  return [found.note, ...answers].flatMap(({ author_id: userId }) => to(userId, 'reply', found.about))
}

async function onMyVersion(db: Db, event: StreamEvent): Promise<readonly Notice[]> {
  const found = await noteOf(db, event)
  if (!found) return []
  // A decision's message is notified with the decision.
  if (await db.selectFrom('approval_decisions').select('id').where('note_id', '=', found.note.id).executeTakeFirst())
    return []
  const version = await db
    .selectFrom('versions')
    .select('uploaded_by')
    .where('id', '=', found.note.version_id)
    .executeTakeFirst()
  return to(version?.uploaded_by, 'note', found.about)
}

async function toAuthor(db: Db, event: StreamEvent, kind: 'fixed' | 'reopened'): Promise<readonly Notice[]> {
  const found = await noteOf(db, event)
  if (!found) return []
  const { note, about } = found
  // Links to the version in which it was fixed.
  return to(note.author_id, kind, { ...about, versionId: note.fixed_in ?? note.version_id })
}

/** Whoever marked it as fixed before, from the events: the note does not keep that. */
async function toFixer(db: Db, event: StreamEvent): Promise<readonly Notice[]> {
  const found = await noteOf(db, event)
  if (!found) return []
  const fixed = await earlier(db, event, 'note.fixed', found.note.id)
  return to(fixed?.actor_id, 'reopened', found.about)
}

async function given(db: Db, { refs }: StreamEvent): Promise<readonly Notice[]> {
  if (!refs['assigneeId']) return []
  const task = await db
    .selectFrom('tasks')
    .select(['id', 'track_id', 'assignee_id'])
    .where('id', '=', refs['taskId'] ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // It was reassigned since, which has its own event.
  if (task?.assignee_id !== refs['assigneeId']) return []
  return to(refs['assigneeId'], 'assignment', {
    taskId: task.id,
    ...(task.track_id !== null && { trackId: task.track_id }),
  })
}

async function versionOf(db: Db, { refs }: StreamEvent) {
  const version = await db
    .selectFrom('versions')
    .select(['id', 'track_id', 'project_id', 'number', 'uploaded_by', 'is_quiet'])
    .where('id', '=', refs['versionId'] ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return version && { ...version, about: { trackId: version.track_id, versionId: version.id } }
}

/** The people that this event asked; earlier requests had their own events. */
async function toReviewers(db: Db, event: StreamEvent): Promise<readonly Notice[]> {
  const version = await versionOf(db, event)
  if (!version) return []
  const before = await earlier(db, event, 'approval.asked', version.id)
  const asks = await openAsks(db)
    .where('version_id', '=', version.id)
    .where('created_at', '<=', event.at)
    .where('created_at', '>', before?.at ?? 0)
    .execute()
  return asks
    .filter((ask) => ask.asked_by === event.actorId)
    .flatMap((ask) => to(ask.reviewer_id, 'asked', version.about))
}

/** Reviewers whose request also covers later versions. */
async function toFollowingReviewers(db: Db, event: StreamEvent): Promise<readonly Notice[]> {
  const version = await versionOf(db, event)
  if (!version || (await earlier(db, event, 'version.ready', version.id))) return []
  const asks = await openAsks(db)
    .where('track_id', '=', version.track_id)
    .where('following', '=', 1)
    .where('version_number', '<', version.number)
    .execute()
  return asks.map((ask) => ({ userId: ask.reviewer_id, kind: 'asked', about: version.about, by: ask.asked_by }))
}

function openAsks(db: Db) {
  return db.selectFrom('approval_asks').select(['reviewer_id', 'asked_by']).where('cancelled_at', 'is', null)
}

/** The requester and the version's uploader, with the note made from the message. */
async function decided(db: Db, event: StreamEvent, kind: 'approved' | 'changes'): Promise<readonly Notice[]> {
  const version = await versionOf(db, event)
  if (!version) return []
  // The decision outlives its note.
  const decision = await db
    .selectFrom('approval_decisions')
    .leftJoin('notes', 'notes.id', 'approval_decisions.note_id')
    .select('notes.id as note_id')
    .where('approval_decisions.version_id', '=', version.id)
    .where('approval_decisions.author_id', '=', event.actorId)
    .where('approval_decisions.created_at', '<=', event.at)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const askers = await openAsks(db).where('track_id', '=', version.track_id).execute()
  const { togetherId } = event.refs
  const about = {
    ...version.about,
    ...(decision?.note_id && { noteId: decision.note_id, saidId: decision.note_id }),
    ...(togetherId !== undefined && { togetherId }),
  }
  return [version.uploaded_by, ...askers.map((ask) => ask.asked_by)].flatMap((userId) => to(userId, kind, about))
}

/** Everybody but the uploader, when the version is first ready; analysing it again notifies nobody. */
async function toListeners(db: Db, event: StreamEvent): Promise<readonly Notice[]> {
  const version = await versionOf(db, event)
  if (!version || version.is_quiet === 1 || (await earlier(db, event, 'version.ready', version.id))) return []
  return (await peopleIn(db, version.project_id))
    .filter((userId) => userId !== version.uploaded_by)
    .map((userId) => ({ userId, kind: 'version', about: version.about, by: version.uploaded_by }))
}

async function toUploader(db: Db, event: StreamEvent): Promise<readonly Notice[]> {
  const version = await versionOf(db, event)
  return version ? to(version.uploaded_by, 'failed', version.about) : []
}

/** The owner of a webhook that was switched off; if it was because they may no longer manage it, those who may. */
async function toKeepers(db: Db, { refs, stream }: StreamEvent): Promise<readonly Notice[]> {
  const webhook = await db
    .selectFrom('webhooks')
    .select(['id', 'created_by', 'organization_id', 'off_reason'])
    .where('id', '=', refs['webhookId'] ?? '')
    .executeTakeFirst()
  if (!webhook) return []
  const keepers =
    webhook.off_reason !== 'rights'
      ? [webhook.created_by]
      : webhook.organization_id !== null
        ? await managersOf(db, webhook.organization_id)
        : await keepersIn(db, stream.slice('project:'.length))
  return keepers.flatMap((userId) => to(userId, 'webhook', { webhookId: webhook.id }))
}

async function managersOf(db: Db, organizationId: string): Promise<readonly string[]> {
  const members = await db
    .selectFrom('member')
    .select(['userId', 'role'])
    .where('organizationId', '=', organizationId)
    .execute()
  return members.filter(({ role }) => organizationRights(rolesIn(role)).edit).map(({ userId }) => userId)
}

async function keepersIn(db: Db, projectId: string): Promise<readonly string[]> {
  const keepers: string[] = []
  for (const userId of await peopleIn(db, projectId)) {
    const way = await waysIn(db, userId).where('projects.id', '=', projectId).executeTakeFirst()
    const rights = way && rightsOf(way)
    if (rights && allows(rights, webhookPolicy['webhook.manage'])) keepers.push(userId)
  }
  return keepers
}

/** The last earlier event of that kind about the same subject. */
async function earlier(db: Db, { stream, seq }: StreamEvent, kind: string, id: string) {
  return db
    .selectFrom('events')
    .select(['actor_id', 'at'])
    .where('stream_id', '=', stream)
    .where('seq', '<', seq)
    .where('kind', '=', kind)
    .where('refs', 'like', `%"${id}"%`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
