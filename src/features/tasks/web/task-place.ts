import type { Membership } from '#features/projects/projects.contract.ts'
import type { ProjectDetails, Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import type { Task } from '../tasks.contract.ts'
import type { TaskSounds } from './dialog/task-sound.ts'
import type { TaskSelection } from './list/use-task-selection.ts'
import type { TaskActions } from './use-task-actions.ts'

/** What every view of a project's tasks needs. */
export interface TaskPlace {
  readonly project: ProjectDetails
  readonly members: readonly Membership[]
  readonly prefix: string
  readonly tracks: ReadonlyMap<string, Track>
  readonly sounds: TaskSounds
  readonly actions: TaskActions
  readonly mayEdit: boolean
  readonly onEdit: (task: Task) => void
  /** The task whose panel is open. */
  readonly openId: string | undefined
  readonly selection: TaskSelection
  /** Cards name their track, because there are several. */
  readonly namesTracks: boolean
  readonly onAssign: (tasks: readonly Task[]) => void
}

/** `Glasshouse`; undefined for tasks of the whole project. */
export function trackTitle(
  { tracks }: Pick<TaskPlace, 'tracks'>,
  { trackId }: Pick<Task, 'trackId'>,
): string | undefined {
  return trackId === null ? undefined : tracks.get(trackId)?.title
}

export function versionNumberOf(versions: readonly TrackVersion[], track: Track | undefined): number | undefined {
  return versions.find(({ id }) => id === track?.currentVersionId)?.number
}
