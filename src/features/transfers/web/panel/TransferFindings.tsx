import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { transferStrings } from '../transfers.strings.ts'
import styles from './TransferFindings.module.css'

export interface ShownFinding {
  readonly severity: 'notice' | 'warning' | 'problem'
  readonly words: string
  /** Where it can be heard. */
  readonly href: string | undefined
}

/** More than these are read on the track's page. */
const MOST_SHOWN = 2
const icons = { notice: Info, warning: TriangleAlert, problem: CircleAlert } as const

/** What the server found in an upload, the worst of it in words. */
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
