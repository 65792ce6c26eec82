import { useEffect, useMemo, useRef } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { TrackVersion } from '#features/tracks/tracks.contract.ts'
import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import { heardOf } from '#features/tracks/web/versions/version-sound.ts'
import { listening, type Heard } from '#web/player/listening.ts'

export interface SharedSound {
  readonly listed: ListedTrack
  readonly version: TrackVersion | undefined
  readonly heard: Heard | undefined
}

/** What the player and the lock screen say of the share. Should be stable. */
export interface SharedPlace {
  readonly hrefOf: (trackId: string) => string
  readonly artist: string | null
  /** Of the cover that members see, too. */
  readonly coverSeed: number
}

/** A version for the player, with the share's URLs instead of the project's. */
export function sharedHeard(
  project: ProjectDetails,
  listed: ListedTrack,
  version: TrackVersion | undefined,
  { hrefOf, artist, coverSeed }: SharedPlace,
): Heard | undefined {
  const heard = heardOf(project, listed.track, version)
  return (
    heard && {
      ...heard,
      href: hrefOf(listed.track.id),
      isShared: true,
      playable: {
        ...heard.playable,
        title: listed.track.title,
        ...(artist !== null && { artist }),
        coverId: coverSeed,
      },
    }
  )
}

/**
 * Loads the selected track into the player, unless something of the share is playing; another version of the playing
 * track takes over at the same position, unless the two play on one clock.
 */
export function useSharedSound(heard: Heard | undefined, queue: readonly Heard[]): void {
  const latest = useRef({ heard, queue })
  useEffect(() => {
    latest.current = { heard, queue }
  })
  const versionId = heard?.versionId
  useEffect(() => {
    const { heard: wanted, queue } = latest.current
    if (!wanted) return
    const { heard: before, player } = listening.state()
    const playing = player?.snapshot().wantsToPlay ?? false
    if (before?.versionId === versionId || (before?.trackId === wanted.trackId && player?.snapshot().deck)) return
    if (before?.trackId === wanted.trackId) listening.hear(wanted, { at: listening.position(), play: playing, queue })
    else if (!playing) listening.hear(wanted, { at: 0, play: false, queue })
  }, [versionId])
}

/** Everything playable in album order; tracks play in sequence. */
export function useSharedQueue(
  project: ProjectDetails,
  tracks: readonly ListedTrack[],
  place: SharedPlace,
): readonly Heard[] {
  return useMemo(
    () => tracks.flatMap((listed) => sharedHeard(project, listed, listed.current, place) ?? []),
    [project, tracks, place],
  )
}
