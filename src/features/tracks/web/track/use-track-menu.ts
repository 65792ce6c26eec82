import { allows } from '#shared/roles.ts'
import type { ProjectDetails } from '../../tracks.contract.ts'
import { trackPolicy } from '../../tracks.policy.ts'
import type { TrackMenuContext } from './track-entries.ts'
import { trackMenuPoint } from '../track-points.ts'
import { useTrackActions } from './use-track-actions.ts'

/** For the menus of a project's tracks: the user's permissions, the actions, and other features' additions. */
export function useTrackMenu(project: ProjectDetails): TrackMenuContext {
  return {
    projectId: project.id,
    actions: useTrackActions(project.id),
    mayEdit: allows(project, trackPolicy['track.edit']),
    added: trackMenuPoint.useParts(project),
  }
}
