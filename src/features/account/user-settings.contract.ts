import * as z from 'zod'

const KeyCombo = z.string().min(1).max(40)

/** Which keys do what, for one person. */
export const KeySettings = z.object({
  /**
   * False turns off keys that are one letter, digit or sign, for who speaks to the machine or types with difficulty.
   */
  single: z.boolean().default(true),
  /**
   * By a command's own first key, as `K` or `Shift+ArrowLeft`: the keys it has instead; none where it has lost them.
   */
  bindings: z
    .record(KeyCombo, z.array(KeyCombo).max(4))
    .refine((bindings) => Object.keys(bindings).length <= 200, 'Too many keys')
    .default({}),
})
export type KeySettings = z.infer<typeof KeySettings>

export const PlaybackSettings = z.object({
  /** `automatic` plays Opus where the line is too slow for the original. */
  quality: z.enum(['automatic', 'lossless']).default('automatic'),
  /** Playback rests while a note is written, and goes on once it is sent or left. */
  pausesForNotes: z.boolean().default(false),
})
export type PlaybackSettings = z.infer<typeof PlaybackSettings>

export const UserSettings = z.object({ keys: KeySettings, playback: PlaybackSettings }).meta({ id: 'UserSettings' })
export type UserSettings = z.infer<typeof UserSettings>

/** Parts that are left out stay as they are. */
export const UserSettingsChange = z.object({ keys: KeySettings.optional(), playback: PlaybackSettings.optional() })
export type UserSettingsChange = z.infer<typeof UserSettingsChange>
