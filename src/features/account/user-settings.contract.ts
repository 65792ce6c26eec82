import * as z from 'zod'

const KeyCombo = z.string().min(1).max(40)

/** One user's keyboard shortcuts. */
export const KeySettings = z.object({
  /**
   * False disables shortcuts of a single letter, digit or symbol, for people who use speech input or type with
   * difficulty.
   */
  single: z.boolean().default(true),
  /**
   * Keyed by a command's default shortcut, such as `K` or `Shift+ArrowLeft`: its replacements; empty if it has none.
   */
  bindings: z
    .record(KeyCombo, z.array(KeyCombo).max(4))
    .refine((bindings) => Object.keys(bindings).length <= 200, 'Too many keys')
    .default({}),
})
export type KeySettings = z.infer<typeof KeySettings>

export const PlaybackSettings = z.object({
  /** `automatic` plays Opus if the connection is too slow for the original. */
  quality: z.enum(['automatic', 'lossless']).default('automatic'),
  /** Pauses playback while a note is written, and resumes when it is sent or discarded. */
  pausesForNotes: z.boolean().default(false),
})
export type PlaybackSettings = z.infer<typeof PlaybackSettings>

export const UserSettings = z.object({ keys: KeySettings, playback: PlaybackSettings }).meta({ id: 'UserSettings' })
export type UserSettings = z.infer<typeof UserSettings>

/** Omitted parts do not change. */
export const UserSettingsChange = z.object({ keys: KeySettings.optional(), playback: PlaybackSettings.optional() })
export type UserSettingsChange = z.infer<typeof UserSettingsChange>
