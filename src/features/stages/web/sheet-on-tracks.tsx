import { Grid3x3 } from 'lucide-react'
import type { TrackViewAddition } from '#features/tracks/web/track-points.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { sheetViewStrings } from './sheet-view.strings.ts'

const TrackingSheet = lazyPanel(
  () => import('./sheet/TrackingSheet.tsx'),
  <SkeletonGroup>
    <SkeletonRows rows={5} end={168} />
  </SkeletonGroup>,
)

export function useSheetOnTracks(project: ProjectDetails): TrackViewAddition {
  return {
    name: 'sheet',
    label: sheetViewStrings.label,
    icon: Grid3x3,
    content: (switcher) => <TrackingSheet project={project} switcher={switcher} />,
  }
}
