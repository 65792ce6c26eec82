import { useEffect } from 'react'
import { versionEnergy } from '#features/tracks/web/stage/use-version-energy.ts'
import { versionUrls } from '#features/tracks/web/versions/version-sound.ts'
import { useListeningSnapshot } from '#web/player/use-listening.ts'
import type { Deck } from './deck.ts'
import type { DeckState } from './deck-state.ts'

/** Fetches what the deck needs to match sources that line up but share no sound at one level, and tells it the loop. */
export function usePartLoudness(deck: Deck, { voices }: DeckState): void {
  const { loop } = useListeningSnapshot()
  useEffect(() => deck.setLoop(loop), [deck, loop])
  const wanted = deck.wantsEnergy().join(' ')
  useEffect(() => {
    const life = new AbortController()
    for (const { heard } of voices.filter(({ heard: { versionId } }) => wanted.split(' ').includes(versionId)))
      versionEnergy(versionUrls(heard.projectId, { trackId: heard.trackId, id: heard.versionId }).energy).then(
        ({ cells }) => !life.signal.aborted && deck.learnEnergy(heard.versionId, cells),
        // The whole loudness is used then, which the screen says.
        () => undefined,
      )
    return () => life.abort()
  }, [deck, voices, wanted])
}
