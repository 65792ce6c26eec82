import { PageBody } from '#web/ui/page/PageBody.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import styles from './TrackSkeleton.module.css'

/** Placeholder of a loading track: facts, overview, wave and panel. */
export function TrackSkeleton() {
  return (
    <>
      <TopBar crumbs={[]} />
      <PageBody flush>
        <div aria-hidden className={styles.work}>
          <div className={styles.stage}>
            <div className={styles.facts}>
              <Skeleton width="min(320px, 60%)" />
            </div>
            <div className={styles.overview} />
            <div className={styles.wave} />
          </div>
          <div className={styles.panel}>
            <SkeletonRows rows={3} end={0} />
          </div>
        </div>
        <SkeletonGroup>{null}</SkeletonGroup>
      </PageBody>
    </>
  )
}
