import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import tools from './TrackTools.module.css'

/** Placeholder of a loading track list: the search field, then rows with waves. */
export function TracksSkeleton() {
  return (
    <SkeletonGroup>
      <div className={tools.tools}>
        <div className={tools.find}>
          <Skeleton height={32} />
        </div>
      </div>
      <SkeletonRows rows={5} end={168} />
    </SkeletonGroup>
  )
}
