import type { Seconds } from '#shared/units.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import type { LoopRange } from '#web/player/read/playable.ts'
import type { NotePlace } from '../../notes.contract.ts'

/** The loop that a note has set; a loop set by the user stays. */
let noteLoop: LoopRange | undefined

/** Seeks to a note and loops its range; `play` starts playback if paused. */
export function hearNote(
  heard: Heard,
  { fromSeconds, toSeconds }: NotePlace,
  { play }: { readonly play: boolean },
): void {
  const { player, heard: before } = listening.state()
  const set = player?.snapshot().loop
  if (noteLoop && set?.inAt === noteLoop.inAt && set.outAt === noteLoop.outAt) player?.setLoop(undefined)
  noteLoop = toSeconds === null ? undefined : { inAt: fromSeconds, outAt: toSeconds }
  // Viewing a note does not interrupt another track that is loaded.
  if (!play && before !== undefined && before.versionId !== heard.versionId) return
  listening.hear(heard, { at: fromSeconds, play, ...(noteLoop && { loop: noteLoop }) })
}

/** The playhead's position on this version, in whole milliseconds: the default time of a new note. */
export function positionOn(heard: Heard | undefined): Seconds {
  return heard ? Math.round(listening.positionOn(heard.versionId) * 1000) / 1000 : 0
}
