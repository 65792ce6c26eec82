import { Link } from 'lucide-react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { TrackSelectionAddition } from '#features/tracks/web/track-points.ts'
import { trackStrings } from '#features/tracks/web/tracks.strings.ts'
import { tooMany } from '#features/tracks/web/selection/too-many.ts'
import { requestShare } from './share-request-store.ts'
import { mayShare } from './share-on-tracks.tsx'

/** One link for all selected tracks. */
export function useShareOfSelection(project: ProjectDetails): TrackSelectionAddition {
  if (!mayShare(project)) return {}
  const { id: projectId } = project
  return {
    actionsOf: (selected) => [
      {
        label: trackStrings.share,
        icon: Link,
        refusal: tooMany(selected),
        onSelect: () => requestShare({ projectId, trackIds: selected.map(({ track }) => track.id) }),
      },
    ],
  }
}
