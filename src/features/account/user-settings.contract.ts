import * as z from 'zod'
import { MOST_SAVED_VIEWS } from './saved-view-limit.ts'

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

/** A named way to show a list: its filters and order, as they stand in the URL of the list. */
export const SavedView = z.object({
  list: z.enum(['projects', 'tracks']),
  name: z.string().trim().min(1).max(60),
  search: z
    .record(z.string().max(20), z.string().max(300))
    .refine((search) => Object.keys(search).length <= 10, 'Too many filters'),
})
export type SavedView = z.infer<typeof SavedView>

const SavedViews = z.array(SavedView).max(MOST_SAVED_VIEWS).default([])

/** Which advice the user still wants to see. */
export const AdviceSettings = z.object({
  /** The steps that an admin takes on a new server. */
  serverSetup: z.boolean().default(true),
})

export const UserSettings = z
  .object({ keys: KeySettings, playback: PlaybackSettings, views: SavedViews, advice: AdviceSettings })
  .meta({ id: 'UserSettings' })
export type UserSettings = z.infer<typeof UserSettings>

/** Omitted parts do not change. */
export const UserSettingsChange = z.object({
  keys: KeySettings.optional(),
  playback: PlaybackSettings.optional(),
  views: SavedViews.unwrap().optional(),
  advice: AdviceSettings.optional(),
})
export type UserSettingsChange = z.infer<typeof UserSettingsChange>
