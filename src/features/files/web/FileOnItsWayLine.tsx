import { Progress } from '#web/ui/mark/Progress.tsx'
import type { FileOnItsWay } from './file-transfers-point.ts'
import styles from './FileOnItsWayLine.module.css'

/** A row from its first second: what arrives, how far it is, and how to stop it. */
export function FileOnItsWayLine({ upload: { name, share, words, isStopped, buttons } }: FileOnItsWayLineProps) {
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <span className={styles.top}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.state} data-stopped={isStopped || undefined}>
            {words}
          </span>
          <span className={styles.percent}>{Math.floor(share * 100)}%</span>
        </span>
        <Progress share={share} state={isStopped ? 'stopped' : 'going'} label={name} />
      </div>
      <span className={styles.buttons}>{buttons}</span>
    </div>
  )
}

interface FileOnItsWayLineProps {
  readonly upload: FileOnItsWay
}
