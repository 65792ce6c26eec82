import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import styles from './ProjectPage.module.css'
import { projectStrings } from './projects.strings.ts'

interface ProjectSkeletonProps {
  /** Of a tab that has no head above it. */
  readonly isHeadless?: boolean
  readonly children: ReactNode
}

/** Placeholder of a loading project: cover, name, tabs and the open panel. */
export function ProjectSkeleton({ isHeadless = false, children }: ProjectSkeletonProps) {
  return (
    <>
      <TopBar crumbs={[{ label: projectStrings.projects, href: '/' }]} />
      <PageBody>
        <SkeletonGroup>
          {!isHeadless && (
            <div className={styles.head}>
              <span className={styles.ghostCover}>
                <Skeleton width="100%" height="100%" />
              </span>
              <div className={styles.words}>
                <Skeleton width={260} height={26} />
                <Skeleton width={180} />
              </div>
            </div>
          )}
          <div className={classNames(styles.ghostTabs, isHeadless && styles.headless)}>
            {tabWidths.map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
          {children}
        </SkeletonGroup>
      </PageBody>
    </>
  )
}

/** Approximate widths of the five labels. */
const tabWidths = [44, 40, 48, 58, 52] as const
