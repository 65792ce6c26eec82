import type { Present } from '#shared/live-people.ts'
import type { Instant } from '#shared/units.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { positionAt } from './position-at.ts'
import { presenceStrings } from './presence.strings.ts'

/** What somebody does, as one reads it beside a track: "Mara, listening at 1:10". */
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
