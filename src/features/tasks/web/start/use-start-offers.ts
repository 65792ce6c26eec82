import { useQuery } from '@tanstack/react-query'
import type { ProjectDetails, Track } from '#features/tracks/tracks.contract.ts'
import { allows } from '#shared/roles.ts'
import { isDone } from '../../task-order.ts'
import { taskPolicy } from '../../tasks.policy.ts'
import { tasksQuery } from '../tasks.client.ts'
import { startsQuery } from './version-starts.client.ts'

/** A next version that can be started. */
export interface StartOffer {
  readonly track: Track
  /** Of the next version. */
  readonly number: number
  /** The track's open tasks. */
  readonly left: number
  /** Its tasks that are not verified. */
  readonly count: number
  /** Open tasks without a track. */
  readonly projectCount: number
}

/** The next versions that the user can start: of tracks with open tasks, or else of the only track. */
export function useStartOffers(project: ProjectDetails): readonly StartOffer[] {
  const { data: starts } = useQuery(startsQuery(project.id))
  const { data: tasks = [] } = useQuery(tasksQuery(project.id))
  if (!starts || !allows(project, taskPolicy['version.start'])) return []
  const projectCount = tasks.filter((task) => task.trackId === null && !isDone(task)).length
  return project.tracks
    .filter(({ id, status }) => status !== 'final' && !starts.some(({ trackId }) => trackId === id))
    .map((track) => {
      const own = tasks.filter(({ trackId, state }) => trackId === track.id && state !== 'verified')
      const versions = project.trackVersions.filter(({ trackId }) => trackId === track.id)
      return {
        track,
        number: 1 + Math.max(0, ...versions.map(({ number }) => number)),
        left: own.filter((task) => !isDone(task)).length,
        count: own.length,
        projectCount,
      }
    })
}
