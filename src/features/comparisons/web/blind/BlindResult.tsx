import { Copy } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import styles from './BlindTest.module.css'
import { copyResult } from './blind-results.ts'
import { blindStrings as strings } from './blind.strings.ts'

export interface BlindOutcome {
  readonly headline: string
  readonly lines: readonly string[]
  /** The whole result as text. */
  readonly report: string
}

interface BlindResultProps {
  readonly outcome: BlindOutcome
  readonly onAgain: () => void
  readonly onDone: () => void
}

/** The result, and which version was which. */
export function BlindResult({ outcome: { headline, lines, report }, onAgain, onDone }: BlindResultProps) {
  usePageKeys([{ keys: ['Escape'], label: strings.done, group: strings.keys.group, run: onDone }])
  return (
    <section className={styles.panel} aria-label={strings.result}>
      <h2 className={styles.title} role="status">
        {headline}
      </h2>
      {lines.map((line) => (
        <p key={line} className={styles.words}>
          {line}
        </p>
      ))}
      <div className={styles.actions}>
        <Button tone="quiet" icon={Copy} onClick={() => void copyResult(report)}>
          {strings.copy}
        </Button>
        <Button onClick={onAgain}>{strings.again}</Button>
        <Button ref={focusAtOnce} tone="primary" onClick={onDone}>
          {strings.done}
        </Button>
      </div>
    </section>
  )
}
