import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPercent } from '#web/i18n/format-size.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import styles from './TransferLine.module.css'

interface TransferLineProps {
  /** The file's name. */
  readonly label: string
  /** 0..1; null if unknown. */
  readonly share: number | null
  readonly state: 'going' | 'stopped' | 'done'
  readonly words: string
  /** Replaces the percentage. */
  readonly aside?: ReactNode
}

/** A progress bar with its text. */
export function TransferLine({ label, share, state, words, aside }: TransferLineProps) {
  return (
    <div className={styles.line}>
      <Progress share={share} state={state} label={label} />
      <div className={styles.under}>
        <span className={styles.words} data-state={state}>
          {state === 'done' && <Icon of={Check} size={14} />}
          {words}
        </span>
        {aside ?? (share !== null && <span className={styles.percent}>{formatPercent(share)}</span>)}
      </div>
    </div>
  )
}
