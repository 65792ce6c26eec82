import { useEffect, useMemo, useRef } from 'react'
import type { Seconds } from '#shared/units.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import type { ProjectDetails, Track, TrackVersion } from '../../tracks.contract.ts'
import { heardOf } from '../versions/version-sound.ts'

/**
 * Loads the page's version into the player, unless something else is playing. Another version of the playing track
 * takes over at the same position. Undefined if there is nothing to play.
 */
export function usePageVersion(
  project: ProjectDetails,
  track: Track,
  version: TrackVersion | undefined,
  at: Seconds | undefined,
): Heard | undefined {
  const { id, name, cover } = project
  const heard = useMemo(() => heardOf({ id, name, cover }, track, version), [id, name, cover, track, version])
  const latest = useRef(heard)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    latest.current = heard
  })
  const versionId = heard?.versionId
  useEffect(() => {
    const wanted = latest.current
    if (!wanted) return
    const { heard: before, player, queue } = listening.state()
    const playing = player?.snapshot().wantsToPlay ?? false
    const changed = shown.current !== undefined && shown.current !== versionId
    shown.current = versionId
    if (before?.versionId === versionId) {
      if (at !== undefined) listening.seek(at)
    } else if (changed && before?.trackId === wanted.trackId) {
      const loop = player?.snapshot().loop
      listening.hear(wanted, { at: at ?? listening.position(), play: playing, queue, ...(loop && { loop }) })
    } else if (!playing) listening.hear(wanted, { at: at ?? 0, play: false })
  }, [versionId, at])
  return heard
}
