import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldWords } from './Field.tsx'
import { Icon } from '../mark/Icon.tsx'
import { uiStrings } from '../ui.strings.ts'
import styles from './Field.module.css'
import buttonStyles from '../IconButton.module.css'

export interface PasswordFieldProps
  extends FieldWords, Omit<ComponentProps<'input'>, 'size' | 'id' | 'type' | 'autoComplete'> {
  /** Tells password managers whether to fill in the password or to suggest a new one. */
  readonly autoComplete: 'current-password' | 'new-password'
  readonly size?: 'medium' | 'large'
}

/** The button has no tooltip on purpose: the sign-in page should not load tooltip code. */
export function PasswordField({
  label,
  labelHidden,
  labelAside,
  help,
  error,
  size = 'medium',
  className,
  onKeyDown,
  onKeyUp,
  onBlur,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const word = shown ? uiStrings.hidePassword : uiStrings.showPassword
  return (
    <Field {...{ label, labelHidden, labelAside, error }} help={capsLock ? uiStrings.capsLock : help}>
      {(ties) => (
        <div className={classNames(styles.box, size === 'large' && styles.large, className)}>
          <input
            {...input}
            {...ties}
            type={shown ? 'text' : 'password'}
            className={styles.control}
            spellCheck={false}
            autoCapitalize="none"
            onKeyDown={(event) => {
              watchCapsLock(event)
              onKeyDown?.(event)
            }}
            onKeyUp={(event) => {
              watchCapsLock(event)
              onKeyUp?.(event)
            }}
            onBlur={(event) => {
              setCapsLock(false)
              onBlur?.(event)
            }}
          />
          <button
            type="button"
            className={classNames(buttonStyles.button, buttonStyles.small, styles.inside)}
            aria-label={word}
            title={word}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </button>
        </div>
      )}
    </Field>
  )
}
