import { Copy } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { blindResults } from './blind-results.ts'
import { blindStrings as words } from './blind.strings.ts'
import { copyResult } from './copy-result.ts'
import styles from './BlindTest.module.css'

/** What earlier tests in this tab came to. */
export function BlindEarlier() {
  const results = useSyncExternalStore(blindResults.watch, blindResults.get)
  if (results.length === 0) return null
  return (
    <details className={styles.earlier}>
      <summary>{words.earlier}</summary>
      <ol>
        {results.map((result) => (
          <li key={result}>
            <pre className={styles.report}>{result}</pre>
          </li>
        ))}
      </ol>
      <Button size="small" icon={Copy} onClick={() => void copyResult(results.join('\n\n'))}>
        {words.copyAll}
      </Button>
    </details>
  )
}
