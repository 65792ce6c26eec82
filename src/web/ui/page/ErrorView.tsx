import { ChevronDown, ChevronUp, RotateCw, TriangleAlert } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { isUnanswered } from '#web/api/failed-request.ts'
import { Button } from '../Button.tsx'
import { describeError } from './describe-error.ts'
import { Icon } from '../mark/Icon.tsx'
import { uiStrings } from '../ui.strings.ts'
import { useAskingAgain } from './use-asking-again.ts'
import styles from './ErrorView.module.css'

interface ErrorViewProps {
  readonly error: unknown
  /** What the user was doing, and what they can do now: one sentence. */
  readonly children?: ReactNode
  readonly onRetry?: () => void
  readonly retrying?: boolean
  /** More ways out, for example a link back. */
  readonly action?: ReactNode
}

/**
 * The generic error page. Details for a bug report are hidden until requested. If the server did not answer, it retries
 * automatically.
 */
export function ErrorView({ error, children, onRetry, retrying = false, action }: ErrorViewProps) {
  const [shown, setShown] = useState(false)
  const detailId = useId()
  const waits = onRetry !== undefined && isUnanswered(error)
  // Do not retry while the user reads the details.
  useAskingAgain(waits && !shown ? onRetry : undefined)
  return (
    <div className={styles.view} role="alert">
      <span className={styles.icon}>
        <Icon of={TriangleAlert} size={20} />
      </span>
      <h1 className={styles.title}>{uiStrings.somethingWrong}</h1>
      {children !== undefined && <p className={styles.words}>{children}</p>}
      {waits && <p className={styles.words}>{uiStrings.asksAgain}</p>}
      <div className={styles.actions}>
        {onRetry && (
          <Button icon={RotateCw} busy={retrying} onClick={onRetry}>
            {uiStrings.retry}
          </Button>
        )}
        {action}
        <Button
          tone="quiet"
          iconAfter={shown ? ChevronUp : ChevronDown}
          aria-expanded={shown}
          aria-controls={detailId}
          onClick={() => setShown(!shown)}
        >
          {shown ? uiStrings.hideDetail : uiStrings.showDetail}
        </Button>
      </div>
      {/* A scrollable element must be focusable for keyboard users. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre id={detailId} className={styles.detail} hidden={!shown} tabIndex={0}>
        {describeError(error)}
      </pre>
    </div>
  )
}
