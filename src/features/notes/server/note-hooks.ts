import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'
import type { Instant } from '#shared/units.ts'
import { defineHook } from '#server/hooks.ts'
import type { NoteScope } from './notes.scope.ts'

/**
 * A note changed its state or was restored: answers update what follows it, in the same transaction. Not called for a
 * deletion.
 */
export const noteChanged = defineHook<[scope: NoteScope]>('note.changed')

/** A user has seen a track's notes up to an instant. */
export const notesSeen = defineHook<[scope: TrackScope, seenAt: Instant]>('note.seen')
