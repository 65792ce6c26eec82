import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import styles from './Guest.module.css'

/** While what was shared loads: the shape of the page, the place of the wave first. */
export function GuestSkeleton() {
  return (
    <div className={styles.frame}>
      <div className={styles.scroll}>
        <div className={styles.page}>
          <div className={styles.top} />
          <SkeletonGroup>
            <div className={styles.head}>
              <Skeleton width="100%" height={120} />
              <div className={styles.title}>
                <Skeleton width="50%" height={34} />
              </div>
            </div>
            <Skeleton width="100%" height={250} />
            <SkeletonRows face />
          </SkeletonGroup>
        </div>
      </div>
    </div>
  )
}
