import type { FormEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import type { ServerFacts } from '#features/account/account.contract.ts'
import { authWords } from './auth-words.ts'
import { accessStrings } from './access.strings.ts'
import { LoginHeading } from './LoginHeading.tsx'
import { useAuthCall } from '../use-auth-call.ts'
import { useFormValues } from './use-form-values.ts'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import styles from './Login.module.css'

interface NewPasswordFormProps {
  readonly facts: ServerFacts
  /** From the mailed link; works once. */
  readonly token: string
  readonly onDone: () => void
  readonly onAskAgain: () => void
}

export default function NewPasswordForm({ facts, token, onDone, onAskAgain }: NewPasswordFormProps) {
  const reset = useAuthCall('/reset-password')
  const { values, input } = useFormValues({ password: '' }, reset.reset)
  const send = (event: FormEvent) => {
    event.preventDefault()
    reset.mutate({ newPassword: values.password, token }, { onSuccess: onDone })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <LoginHeading title={accessStrings.resetHeading} />
      <PasswordField
        {...input('password')}
        label={accessStrings.newPassword}
        size="large"
        autoComplete="new-password"
        required
        ref={focusAtOnce}
        minLength={facts.passwordMinLength}
        maxLength={facts.passwordMaxLength}
        help={text(accessStrings.passwordHelp, { count: facts.passwordMinLength })}
        error={reset.error && authWords(reset.error)}
      />
      <Button type="submit" tone="primary" size="large" wide busy={reset.isPending}>
        {accessStrings.resetSave}
      </Button>
      {reset.isError && (
        <Button size="large" wide onClick={onAskAgain}>
          {accessStrings.forgotSend}
        </Button>
      )}
    </form>
  )
}
