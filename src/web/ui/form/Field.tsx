import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../mark/Icon.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Field.module.css'

export interface FieldWords {
  readonly label: string
  /** The label is read aloud but not shown; only where its meaning is obvious. */
  readonly labelHidden?: boolean
  /** At the end of the label's line, for example a link. */
  readonly labelAside?: ReactNode
  readonly help?: ReactNode
  /** A sentence that says what is wrong and how to fix it. */
  readonly error?: string | null | undefined
}

/** Attributes that tie the control to its label, help and error. */
export interface FieldTies {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface FieldProps extends FieldWords {
  readonly children: (ties: FieldTies) => ReactNode
}

/** Label above, control, then help or the error. */
export function Field({ label, labelHidden = false, labelAside, help, error, children }: FieldProps) {
  const id = useId()
  const wrong = typeof error === 'string' && error !== ''
  const described = wrong || help !== undefined
  return (
    <div className={styles.field}>
      <div className={classNames(styles.labelLine, labelHidden && labelAside === undefined && styles.noLine)}>
        <label htmlFor={id} className={styles.label}>
          {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        </label>
        {labelAside}
      </div>
      {children({ id, 'aria-invalid': wrong || undefined, 'aria-describedby': described ? `${id}-words` : undefined })}
      {wrong ? (
        <p id={`${id}-words`} className={classNames(styles.help, styles.wrong)} role="alert">
          <Icon of={CircleAlert} size={14} />
          {error}
        </p>
      ) : (
        described && (
          <p id={`${id}-words`} className={styles.help}>
            {help}
          </p>
        )
      )}
    </div>
  )
}
