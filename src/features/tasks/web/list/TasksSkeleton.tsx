import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import styles from '../board/TaskBoard.module.css'
import tools from './TaskTools.module.css'

/** Placeholder of a loading board: its tools, and columns with a card or two. */
export function TasksSkeleton() {
  return (
    <SkeletonGroup>
      <div className={tools.tools}>
        <Skeleton width={140} height={32} />
        <span className={tools.gap} />
        <Skeleton width={200} height={32} />
      </div>
      <div className={styles.board}>
        {cards.map((count, column) => (
          <div key={column} className={styles.column}>
            <div className={styles.head}>
              <Skeleton width={72} />
            </div>
            <div className={styles.cards}>
              {Array.from({ length: count }, (_, index) => (
                <Skeleton key={index} height={104} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}

const cards = [2, 1, 2, 1] as const
