import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import styles from './ProjectList.module.css'

export function ProjectGridSkeleton() {
  return (
    <SkeletonGroup>
      <div className={styles.grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={styles.ghost}>
            <Skeleton height="100%" />
            <Skeleton width="60%" height={14} />
            <Skeleton width="40%" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
