import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { ServerFacts } from '#features/account/account.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { accountStrings } from '../account.strings.ts'
import { authWords, hasCode } from '../sign-in/auth-words.ts'
import { accessStrings } from '../sign-in/access.strings.ts'
import { profileStrings } from './profile.strings.ts'
import { linkedAccountsQuery } from './security.client.ts'
import { useAuthCall } from '../use-auth-call.ts'
import { useFormValues } from '../sign-in/use-form-values.ts'
import styles from './Account.module.css'

interface PasswordFormProps {
  readonly facts: ServerFacts
  /** For password managers, which store passwords by it. */
  readonly email: string
}

/** Changes the password; a user without one sets the first through the password reset. */
export function PasswordForm(props: PasswordFormProps) {
  const { data: ways } = useQuery(linkedAccountsQuery)
  return (
    <section className={styles.section}>
      <h2>{accountStrings.passwordHeading}</h2>
      {ways?.every(({ provider }) => provider !== 'credential') ? (
        <FirstPassword {...props} />
      ) : (
        <ChangePassword {...props} />
      )}
    </section>
  )
}

function FirstPassword({ email, facts }: PasswordFormProps) {
  const ask = useAuthCall('/forget-password')
  const message = ask.error ? authWords(ask.error) : ask.isSuccess && text(profileStrings.firstSent, { email })
  return (
    <>
      <p className={styles.dim}>{profileStrings.firstPassword}</p>
      <div className={styles.actions}>
        <Button busy={ask.isPending} onClick={() => ask.mutate({ email, redirectTo: '/login' })}>
          {profileStrings.sendFirst}
        </Button>
      </div>
      <output className={styles.said}>
        {message}
        {ask.isSuccess && !facts.mail && ` ${accessStrings.noMailServer}`}
      </output>
    </>
  )
}

function ChangePassword({ facts, email }: PasswordFormProps) {
  const change = useAuthCall('/change-password')
  const [revokeOtherSessions, setRevoke] = useState(true)
  const { values, input, clear } = useFormValues({ current: '', next: '' }, change.reset)
  const send = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { currentPassword: values.current, newPassword: values.next, revokeOtherSessions },
      { onSuccess: clear },
    )
  }
  const atCurrent = hasCode(change.error, 'INVALID_PASSWORD')
  const message = change.error && authWords(change.error)
  return (
    <form className={styles.inner} onSubmit={send}>
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField
        {...input('current')}
        label={accountStrings.currentPassword}
        autoComplete="current-password"
        required
        error={atCurrent ? message : null}
      />
      <PasswordField
        {...input('next')}
        label={accountStrings.newPassword}
        autoComplete="new-password"
        required
        minLength={facts.passwordMinLength}
        maxLength={facts.passwordMaxLength}
        help={text(accessStrings.passwordHelp, { count: facts.passwordMinLength })}
        error={atCurrent ? null : message}
      />
      <Checkbox checked={revokeOtherSessions} onCheckedChange={setRevoke}>
        {accountStrings.revokeOthers}
      </Checkbox>
      <div className={styles.actions}>
        <Button type="submit" busy={change.isPending}>
          {accountStrings.changePassword}
        </Button>
        <output className={styles.said}>{change.isSuccess && accountStrings.passwordChanged}</output>
      </div>
    </form>
  )
}
