import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { settingsQuery } from '#features/account/web/account.client.ts'
import { listening } from '#web/player/listening.ts'
import { useTogether } from '#web/together/use-together.ts'
import { WritingPause } from './writing-pause.ts'

const music = {
  isPlaying: () => listening.state().player?.snapshot().wantsToPlay ?? false,
  pause: () => listening.state().player?.pause(),
  play: () => listening.state().player?.play(),
}

/**
 * Pauses playback while a note is being written, if the user's settings say so. Not during a listening session, because
 * others hear it too.
 */
export function useWritingPause(): { readonly write: () => void; readonly leave: () => void } {
  // The player bar loads the settings; guests have none.
  const { data: settings } = useQuery({ ...settingsQuery, enabled: false })
  const { state: session } = useTogether()
  const [pause] = useState(() => new WritingPause(music))
  useEffect(() => {
    // Before the field loses the focus to the player.
    const reached = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('[data-player-bar]')) pause.yield()
    }
    document.addEventListener('pointerdown', reached, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', reached, { capture: true })
      pause.leave()
    }
  }, [pause])
  const isWanted = settings?.playback.pausesForNotes === true && session === undefined
  return {
    write: () => {
      if (isWanted) pause.write()
    },
    leave: () => pause.leave(),
  }
}
