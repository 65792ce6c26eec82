import type { Seconds } from '#shared/units.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import type { LoopRange } from '#web/player/read/playable.ts'
import type { NotePlace } from '../../notes.contract.ts'

/** The loop that a note has set; a loop of somebody's own stays when a moment is heard. */
let noteLoop: LoopRange | undefined

/** Goes where a note stands and repeats its range; `play` also where nothing plays yet. */
export function hearNote(
  heard: Heard,
  { fromSeconds, toSeconds }: NotePlace,
  { play }: { readonly play: boolean },
): void {
  const { player, heard: before } = listening.state()
  const set = player?.snapshot().loop
  if (noteLoop && set?.inAt === noteLoop.inAt && set.outAt === noteLoop.outAt) player?.setLoop(undefined)
  noteLoop = toSeconds === null ? undefined : { inAt: fromSeconds, outAt: toSeconds }
  // Another track that plays is not taken away by looking at a note.
  if (!play && before !== undefined && before.versionId !== heard.versionId) return
  listening.hear(heard, { at: fromSeconds, play, ...(noteLoop && { loop: noteLoop }) })
}

/** Where the music is on this version, in whole milliseconds: what a note written now is about. */
export function positionOn(heard: Heard | undefined): Seconds {
  return heard ? Math.round(listening.positionOn(heard.versionId) * 1000) / 1000 : 0
}
