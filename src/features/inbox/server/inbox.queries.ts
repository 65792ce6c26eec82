import { sql } from 'kysely'
import { refused } from '#shared/errors.ts'
import { markedGuest } from '#shared/guest-name.ts'
import { done } from '#shared/shapes.ts'
import type { Instant } from '#shared/units.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import type { UserScope } from '#server/scope.ts'
import type { TrackScope, VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { leadsIn, waysIn } from '#features/projects/server/project-rights.ts'
import type { InboxItem, UnreadCount } from '../inbox.contract.ts'
import type { NotificationKind } from '../notification-kinds.ts'

interface Asked {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly kind?: NotificationKind | undefined
  readonly unread: 'true' | 'false'
}

export async function listInbox(
  { db, actor }: UserScope,
  { cursor, limit, kind, unread }: Asked,
): Promise<{ items: InboxItem[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await noticeRows(db, actor.userId)
    .where('notifications.in_app', '=', 1)
    .$if(kind !== undefined, (q) => q.where('notifications.kind', '=', kind ?? 'mention'))
    .$if(unread === 'true', (q) => q.where('notifications.read_at', 'is', null))
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('notifications.at', '<', after?.[0] ?? 0),
          eb.and([eb('notifications.at', '=', after?.[0] ?? 0), eb('notifications.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('notifications.at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, (row) => [row.at, row.id], itemOf)
}

export async function countUnread({ db, actor }: UserScope): Promise<UnreadCount> {
  const rows = await visibleNotices(db, actor.userId)
    .clearSelect()
    .select((eb) => ['notifications.project_id', eb.fn.countAll<number>().as('n')])
    .where('notifications.in_app', '=', 1)
    .where('notifications.read_at', 'is', null)
    .groupBy('notifications.project_id')
    .orderBy('notifications.project_id')
    .execute()
  const projects = rows.map((row) => ({ projectId: row.project_id, unread: Number(row.n) }))
  return { unread: projects.reduce((sum, { unread }) => sum + unread, 0), projects }
}

export async function setRead(
  scope: UserScope,
  id: string,
  { read }: { readonly read: boolean },
): Promise<typeof done> {
  const { db, actor, now } = scope
  const found = await visibleNotices(db, actor.userId)
    .select('notifications.read_at')
    .where('notifications.id', '=', id)
    .executeTakeFirst()
  if (!found) throw refused.not_found()
  await db
    .updateTable('notifications')
    .set({ read_at: read ? (found.read_at ?? now()) : null })
    .where('id', '=', id)
    .execute()
  await tellOwn(scope)
  return done
}

export async function readAll(
  scope: UserScope,
  { kind }: { readonly kind?: NotificationKind | undefined },
): Promise<{ count: number; readAt: Instant }> {
  const { db, actor, now } = scope
  const readAt = now()
  const unread = await visibleNotices(db, actor.userId)
    .select('notifications.id')
    .where('notifications.read_at', 'is', null)
    .where('notifications.in_app', '=', 1)
    .$if(kind !== undefined, (q) => q.where('notifications.kind', '=', kind ?? 'mention'))
    .execute()
  await db
    .updateTable('notifications')
    .set({ read_at: readAt })
    .where('user_id', '=', actor.userId)
    .where('read_at', 'is', null)
    .where('in_app', '=', 1)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? 'mention'))
    .execute()
  await tellOwn(scope)
  return { count: unread.length, readAt }
}

export async function undoReadAll(scope: UserScope, { readAt }: { readonly readAt: Instant }): Promise<typeof done> {
  await scope.db
    .updateTable('notifications')
    .set({ read_at: null })
    .where('user_id', '=', scope.actor.userId)
    .where('read_at', '=', readAt)
    .execute()
  await tellOwn(scope)
  return done
}

/**
 * Marks notifications as read whose notes the user has seen on the track, so that neither inbox nor mail shows them.
 */
export async function readSeenNotes(scope: TrackScope, seenAt: Instant): Promise<void> {
  const { db, actor, track, now } = scope
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: now() })
    .where('user_id', '=', actor.userId)
    .where('track_id', '=', track.id)
    .where('kind', 'in', ['mention', 'reply', 'note'])
    .where('read_at', 'is', null)
    .where(
      'said_id',
      'in',
      db.selectFrom('notes').select('id').where('track_id', '=', track.id).where('created_at', '<=', seenAt),
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await tellOwn(scope)
}

/** Mails wait two minutes: until then most people have heard nothing. */
export async function takeNewsBack(scope: VersionScope): Promise<{ count: number }> {
  const { db, actor, version } = scope
  if (version.uploaded_by !== actor.userId) throw refused.forbidden()
  await db.updateTable('versions').set({ is_quiet: 1 }).where('id', '=', version.id).execute()
  const gone = await db
    .deleteFrom('notifications')
    .where('version_id', '=', version.id)
    .where('kind', '=', 'version')
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute()
  for (const userId of [...new Set(gone.map((row) => row.user_id))].toSorted())
    await emit(scope, `user:${userId}`, 'inbox.read', {})
  return { count: gone.length }
}

/** Notifies the user's other windows. */
async function tellOwn(scope: UserScope): Promise<void> {
  await emit(scope, `user:${scope.actor.userId}`, 'inbox.read', {})
}

/** A user's notifications that they may still see; checks rights every time. */
export function visibleNotices(db: Db, userId: string) {
  return (
    waysIn(db, userId)
      .innerJoin('notifications', (join) =>
        join.onRef('notifications.project_id', '=', 'projects.id').on('notifications.user_id', '=', userId),
      )
      .leftJoin('tracks', 'tracks.id', 'notifications.track_id')
      .leftJoin('versions', 'versions.id', 'notifications.version_id')
      .leftJoin('notes', 'notes.id', 'notifications.note_id')
      .leftJoin('notes as said', 'said.id', 'notifications.said_id')
      .leftJoin('tasks', 'tasks.id', 'notifications.task_id')
      .leftJoin('webhooks', 'webhooks.id', 'notifications.webhook_id')
      .where(leadsIn)
      .where('projects.deleted_at', 'is', null)
      .where('tracks.deleted_at', 'is', null)
      .where('notes.deleted_at', 'is', null)
      .where('said.deleted_at', 'is', null)
      .where('tasks.deleted_at', 'is', null)
      // Notes outlive their version and move to another one.
      .where((eb) => eb.or([eb('versions.deleted_at', 'is', null), eb('notifications.note_id', 'is not', null)]))
  )
}

/** What was said with the request or the decision that the notification is about. */
const approvalWords = sql<string | null>`case
  when notifications.kind = 'asked' then (
    select message from approval_asks
    where approval_asks.version_id = notifications.version_id
      and approval_asks.reviewer_id = notifications.user_id
      and approval_asks.asked_by = notifications.actor_id
      and approval_asks.created_at <= notifications.at
    order by seq desc limit 1)
  when notifications.kind in ('approved', 'changes') then (
    select body from approval_decisions
    where approval_decisions.version_id = notifications.version_id
      and approval_decisions.author_id = notifications.actor_id
      and approval_decisions.decision = notifications.kind
      and approval_decisions.created_at <= notifications.at
    order by seq desc limit 1)
  end`

export function noticeRows(db: Db, userId: string) {
  return visibleNotices(db, userId)
    .leftJoin('user as doer', 'doer.id', 'notifications.actor_id')
    .leftJoin('guests as visitor', 'visitor.id', 'notifications.actor_id')
    .leftJoin('memberships as acting', (join) =>
      join.onRef('acting.project_id', '=', 'projects.id').onRef('acting.user_id', '=', 'notifications.actor_id'),
    )
    .selectAll('notifications')
    .select([
      'projects.name as project_name',
      'projects.task_prefix',
      'tracks.title as track_title',
      'versions.number as version_number',
      'versions.changelog',
      'versions.deleted_at as version_deleted_at',
      'notes.from_seconds',
      'notes.version_id as written_on',
      'said.body',
      'tasks.number as task_number',
      'tasks.title as task_title',
      'webhooks.url as webhook_url',
      'webhooks.organization_id as webhook_organization_id',
      approvalWords.as('approval_words'),
      sql<string | null>`coalesce(doer.name, visitor.name || ${markedGuest('')})`.as('actor_name'),
      'visitor.id as guest_id',
      'visitor.name as guest_name',
      'doer.image as actor_image',
      'acting.join_order',
    ])
}

export type NoticeRow = Awaited<ReturnType<ReturnType<typeof noticeRows>['executeTakeFirstOrThrow']>>

const EXCERPT = 280

export function itemOf(row: NoticeRow): InboxItem {
  const text = row.body ?? row.approval_words ?? (row.kind === 'version' ? row.changelog : null)
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    readAt: row.read_at,
    actor:
      row.actor_id === null
        ? null
        : {
            id: row.actor_id,
            name: row.actor_name,
            image: row.actor_image,
            joinOrder: row.join_order,
            isGuest: row.guest_id !== null,
          },
    project: { id: row.project_id, name: row.project_name },
    track: row.track_id !== null && row.track_title !== null ? { id: row.track_id, title: row.track_title } : null,
    version:
      row.version_id !== null && row.version_number !== null && row.version_deleted_at === null
        ? { id: row.version_id, number: row.version_number }
        : null,
    tracks: row.tracks,
    note:
      row.note_id === null
        ? null
        : { id: row.note_id, fromSeconds: row.written_on === row.version_id ? row.from_seconds : null },
    task:
      row.task_id !== null && row.task_number !== null && row.task_title !== null
        ? { id: row.task_id, number: `${row.task_prefix}-${row.task_number}`, title: row.task_title }
        : null,
    webhook:
      row.webhook_id === null || row.webhook_url === null
        ? null
        : { id: row.webhook_id, host: new URL(row.webhook_url).host, organizationId: row.webhook_organization_id },
    excerpt: text ? excerptOf(text) : null,
  }
}

/** On one line, cut at a word boundary. */
function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= EXCERPT) return line
  const cut = line.slice(0, EXCERPT)
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), EXCERPT / 2))
    .toWellFormed()
    .trimEnd()}…`
}
