import type { UserSettings, UserSettingsChange } from '../../user-settings.contract.ts'

/** What to set, worked out from what is set. */
export type SettingsStep = (held: UserSettings) => UserSettingsChange

interface SettingsServer {
  readonly read: () => Promise<UserSettings>
  readonly write: (change: UserSettingsChange) => Promise<UserSettings>
}

/**
 * Sets something, worked out from what the server holds at this moment: what a page remembers may be older than a
 * change on another machine, and a part is replaced as a whole. Where the server does not answer, nothing is written.
 */
export async function changeHeldSettings({ read, write }: SettingsServer, step: SettingsStep): Promise<UserSettings> {
  return write(step(await read()))
}

/** As they will be when the server agrees. */
export function withChange(held: UserSettings, { keys, playback }: UserSettingsChange): UserSettings {
  return { keys: keys ?? held.keys, playback: playback ?? held.playback }
}
