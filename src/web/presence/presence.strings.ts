import type { Present } from '#shared/live-people.ts'
import type { Instant } from '#shared/units.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { positionAt } from './position-at.ts'

export const presenceStrings = {
  here: '{count} here',
  others: 'Here now',
  onTrack: 'On this track',
  at: '{name}, listening at {time}',
  pausedAt: '{name}, paused at {time}',
  looking: '{name}, here',
  elsewhere: '{name}, elsewhere in the project',
  /** Must not reveal what is playing. */
  listening: '{name}, listening',
} as const

/** What a person is doing, as shown beside a track: "Mara, listening at 1:10". */
export function presentWords(
  { person: { name }, place, at }: Present,
  trackId: string | undefined,
  now: Instant,
): string {
  if (trackId !== undefined && place.trackId !== trackId) return text(presenceStrings.elsewhere, { name })
  if (place.versionId === null)
    return text(place.isPlaying ? presenceStrings.listening : presenceStrings.looking, { name })
  const time = formatDuration(positionAt({ ...place, at, loop: null }, now))
  return text(place.isPlaying ? presenceStrings.at : presenceStrings.pausedAt, { name, time })
}
