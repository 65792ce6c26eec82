import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { transferStrings } from '../transfers.strings.ts'
import styles from './TransferFindings.module.css'

export interface ShownFinding {
  readonly severity: 'notice' | 'warning' | 'problem'
  readonly words: string
  /** The page that plays it. */
  readonly href: string | undefined
}

/** The track's page shows the others. */
const MOST_SHOWN = 2
const icons = { notice: Info, warning: TriangleAlert, problem: CircleAlert } as const

/** Findings in an upload, the most severe as text. */
export function TransferFindings({ findings }: { readonly findings: readonly ShownFinding[] }) {
  if (findings.length === 0) return null
  return (
    <ul className={styles.list}>
      {findings.slice(0, MOST_SHOWN).map(({ severity, words, href }) => (
        <li key={words} className={styles.finding}>
          <Icon of={icons[severity]} size={14} className={styles[severity]} />
          <span className={styles.words}>{words}</span>
          {href !== undefined && <TextLink href={href}>{transferStrings.hearIt}</TextLink>}
        </li>
      ))}
    </ul>
  )
}
