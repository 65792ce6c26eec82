import { done } from '#shared/shapes.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import { vapidOf } from '#server/push/push-settings.ts'
import type { ProjectScope, UserScope } from '#server/scope.ts'
import { leadsIn, waysIn } from '#features/projects/server/project-rights.ts'
import {
  ChannelChoices,
  defaultSettings,
  MailTimes,
  type InboxSettings,
  type InboxSettingsChange,
  type PersonSettings,
} from '../inbox.contract.ts'
import { notificationKinds, type Channels, type MuteLevel, type NotificationKind } from '../notification-kinds.ts'

/** The key in the table of user settings. */
const KEY = 'notifications'

/** Settings of these users; a setting that is missing or no longer valid has its default. */
export async function settingsOf(db: Db, userIds: readonly string[]): Promise<(userId: string) => PersonSettings> {
  const chosen = await chosenBy(db, userIds)
  return (userId) => {
    const { channels, ...times } = chosen(userId)
    return { ...defaultSettings(), ...times, channels: withChoices(defaultSettings().channels, channels) }
  }
}

function withChoices(
  channels: PersonSettings['channels'],
  chosen: InboxSettingsChange['channels'] = {},
): PersonSettings['channels'] {
  const entries = notificationKinds.map((kind): [NotificationKind, Channels] => [
    kind,
    { ...channels[kind], ...named(chosen[kind]) },
  ])
  // Every kind is in the list.
  return Object.fromEntries(entries) as PersonSettings['channels']
}

/** The defined values only. */
function named<T extends object>(values: T = {} as T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

async function chosenBy(db: Db, userIds: readonly string[]): Promise<(userId: string) => InboxSettingsChange> {
  const rows = await db
    .selectFrom('user_settings')
    .select(['user_id', 'value'])
    .where('key', '=', KEY)
    .where('user_id', 'in', ['', ...userIds])
    .execute()
  const kept = new Map(rows.map(({ user_id: userId, value }) => [userId, JSON.parse(value)]))
  return (userId) => ({
    ...MailTimes.partial().safeParse(kept.get(userId)).data,
    channels: ChannelChoices.safeParse(kept.get(userId)?.channels).data,
  })
}

export async function readInboxSettings({ db, actor, config }: UserScope): Promise<InboxSettings> {
  const settings = (await settingsOf(db, [actor.userId]))(actor.userId)
  const { timeZone } = (await chosenBy(db, [actor.userId]))(actor.userId)
  const mutes = await waysIn(db, actor.userId)
    .innerJoin('inbox_mutes', (join) =>
      join.onRef('inbox_mutes.project_id', '=', 'projects.id').on('inbox_mutes.user_id', '=', actor.userId),
    )
    .clearSelect()
    .select(['projects.id', 'projects.name', 'inbox_mutes.level'])
    .where(leadsIn)
    .where('projects.deleted_at', 'is', null)
    .orderBy('projects.name')
    .execute()
  return {
    ...settings,
    mutes: mutes.map(({ id, name, level }) => ({ projectId: id, projectName: name, level })),
    sendsMail: config.SMTP_URL !== undefined,
    sendsPush: vapidOf(config) !== undefined,
    knowsTimeZone: timeZone !== undefined,
  }
}

export async function changeInboxSettings(scope: UserScope, change: InboxSettingsChange): Promise<InboxSettings> {
  await keepSettings(scope.db, scope.actor.userId, change)
  await emit(scope, `user:${scope.actor.userId}`, 'inbox.settings_set', {})
  return readInboxSettings(scope)
}

/** Replaces the given settings; each channel of a kind and each time is independent. */
export async function keepSettings(db: Db, userId: string, { channels, ...times }: InboxSettingsChange): Promise<void> {
  const stored = (await chosenBy(db, [userId]))(userId)
  const chosen = notificationKinds.flatMap((kind) =>
    stored.channels?.[kind] || channels?.[kind]
      ? [[kind, { ...stored.channels?.[kind], ...named(channels?.[kind]) }]]
      : [],
  )
  const value = JSON.stringify({ ...stored, ...named(times), channels: Object.fromEntries(chosen) })
  await db
    .insertInto('user_settings')
    .values({ user_id: userId, key: KEY, value })
    .onConflict((oc) => oc.columns(['user_id', 'key']).doUpdateSet({ value }))
    .execute()
}

export async function muteProject(scope: ProjectScope, { level }: { readonly level: MuteLevel }): Promise<typeof done> {
  await keepMute(scope.db, scope.actor.userId, scope.projectId, level)
  await emit(scope, `user:${scope.actor.userId}`, 'inbox.settings_set', {})
  return done
}

export async function keepMute(db: Db, userId: string, projectId: string, level: MuteLevel): Promise<void> {
  if (level === 'none')
    await db.deleteFrom('inbox_mutes').where('user_id', '=', userId).where('project_id', '=', projectId).execute()
  else
    await db
      .insertInto('inbox_mutes')
      .values({ user_id: userId, project_id: projectId, level })
      .onConflict((oc) => oc.columns(['user_id', 'project_id']).doUpdateSet({ level }))
      .execute()
}

/** A user's mute level, by project. */
export async function mutesOf(db: Db, userId: string): Promise<(projectId: string) => MuteLevel> {
  const rows = await db
    .selectFrom('inbox_mutes')
    .select(['project_id', 'level'])
    .where('user_id', '=', userId)
    .execute()
  const levels = new Map(rows.map(({ project_id: projectId, level }) => [projectId, level]))
  return (projectId) => levels.get(projectId) ?? 'none'
}

/** Mute levels of these users in one project. */
export async function mutesIn(
  db: Db,
  projectId: string,
  userIds: readonly string[],
): Promise<(userId: string) => MuteLevel> {
  const rows = await db
    .selectFrom('inbox_mutes')
    .select(['user_id', 'level'])
    .where('project_id', '=', projectId)
    .where('user_id', 'in', ['', ...userIds])
    .execute()
  const levels = new Map(rows.map(({ user_id: userId, level }) => [userId, level]))
  return (userId) => levels.get(userId) ?? 'none'
}
