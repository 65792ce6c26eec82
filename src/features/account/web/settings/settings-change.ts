import type { UserSettings, UserSettingsChange } from '../../user-settings.contract.ts'

/** Computes a change from the present settings. */
export type SettingsStep = (held: UserSettings) => UserSettingsChange

interface SettingsServer {
  readonly read: () => Promise<UserSettings>
  readonly write: (change: UserSettingsChange) => Promise<UserSettings>
}

/**
 * Applies a change computed from the server's present settings: the page's copy may be older than a change on another
 * machine, and each part is replaced as a whole. If the server does not answer, writes nothing.
 */
export async function changeHeldSettings({ read, write }: SettingsServer, step: SettingsStep): Promise<UserSettings> {
  return write(step(await read()))
}

/** The settings after a change. */
export function withChange(held: UserSettings, { keys, playback, views, advice }: UserSettingsChange): UserSettings {
  return {
    keys: keys ?? held.keys,
    playback: playback ?? held.playback,
    views: views ?? held.views,
    advice: advice ?? held.advice,
  }
}
