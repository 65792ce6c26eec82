import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'
import type { Instant } from '#shared/units.ts'
import { defineHook } from '#server/hooks.ts'
import type { NoteScope } from './notes.scope.ts'

/**
 * A note has another state or is back: what must move with it does so in its own transaction. One that is gone moves
 * nothing.
 */
export const noteChanged = defineHook<[scope: NoteScope]>('note.changed')

/** Somebody has seen a track's notes up to a moment. */
export const notesSeen = defineHook<[scope: TrackScope, seenAt: Instant]>('note.seen')
