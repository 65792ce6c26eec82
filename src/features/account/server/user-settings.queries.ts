import type { UserScope } from '#server/scope.ts'
import { UserSettings, type UserSettingsChange } from '../user-settings.contract.ts'

/** The user's settings; a setting that is missing or no longer valid has its default. */
export async function readUserSettings({ db, actor }: UserScope): Promise<UserSettings> {
  const rows = await db
    .selectFrom('user_settings')
    .select(['key', 'value'])
    .where('user_id', '=', actor.userId)
    .execute()
  const kept = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]))
  const { keys, playback, views, advice } = UserSettings.shape
  return {
    keys: keys.safeParse(kept['keys']).data ?? keys.parse({}),
    playback: playback.safeParse(kept['playback']).data ?? playback.parse({}),
    views: views.safeParse(kept['views']).data ?? [],
    advice: advice.safeParse(kept['advice']).data ?? advice.parse({}),
  }
}

/** Replaces the given parts; returns all. */
export async function changeUserSettings(scope: UserScope, change: UserSettingsChange): Promise<UserSettings> {
  const { db, actor } = scope
  for (const [key, part] of Object.entries(change)) {
    if (part === undefined) continue
    const value = JSON.stringify(part)
    await db
      .insertInto('user_settings')
      .values({ user_id: actor.userId, key, value })
      .onConflict((oc) => oc.columns(['user_id', 'key']).doUpdateSet({ value }))
      .execute()
  }
  return readUserSettings(scope)
}
