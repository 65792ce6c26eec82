import { listTracks } from '#features/tracks/web/list/track-list.ts'
import { heardOf } from '#features/tracks/web/versions/version-sound.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { Heard } from '#web/player/listening.ts'

/** What a task's range plays: the current version of each playable track, by track id. */
export function taskSounds(project: ProjectDetails): ReadonlyMap<string, Heard> {
  const heard = listTracks(project).flatMap(({ track, current }) => heardOf(project, track, current) ?? [])
  return new Map(heard.map((one) => [one.trackId, one]))
}
