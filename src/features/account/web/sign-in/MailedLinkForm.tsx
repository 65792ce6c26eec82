import type { FormEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { authWords } from './auth-words.ts'
import { authStrings } from './auth.strings.ts'
import { accessStrings } from './access.strings.ts'
import { LoginHeading } from './LoginHeading.tsx'
import { errorPlace, type LoginPlace } from './login-places.ts'
import { useAuthCall } from '../use-auth-call.ts'
import { useFormValues } from './use-form-values.ts'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import styles from './Login.module.css'

interface MailedLinkFormProps {
  /** To set a new password, or to sign in without one. */
  readonly purpose: 'password' | 'sign-in'
  readonly place: LoginPlace
}

/** Asks for an address and confirms that a link was sent. */
export default function MailedLinkForm({ purpose, place: { facts, redirect, onView } }: MailedLinkFormProps) {
  const forgot = useAuthCall('/forget-password')
  const magic = useAuthCall('/sign-in/magic-link')
  const call = purpose === 'password' ? forgot : magic
  const { values, input } = useFormValues({ email: '' }, call.reset)
  const email = values.email.trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (purpose === 'password') forgot.mutate({ email, redirectTo: '/login' })
    else magic.mutate({ email, callbackURL: redirect, errorCallbackURL: errorPlace(redirect) })
  }
  const back = (
    <Button size="large" wide onClick={() => onView('sign-in')}>
      {accessStrings.backToSignIn}
    </Button>
  )
  if (call.isSuccess) {
    return (
      <div className={styles.form}>
        <LoginHeading title={accessStrings.sentHeading}>
          {text(purpose === 'password' ? accessStrings.forgotSent : accessStrings.linkSent, { email })}
        </LoginHeading>
        {!facts.mail && <p className={styles.notice}>{accessStrings.noMailServer}</p>}
        {back}
      </div>
    )
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <LoginHeading title={purpose === 'password' ? accessStrings.forgotHeading : accessStrings.linkHeading}>
        {purpose === 'password' ? accessStrings.forgotWords : accessStrings.linkWords}
      </LoginHeading>
      <TextField
        {...input('email')}
        label={authStrings.email}
        type="email"
        size="large"
        required
        autoComplete="email"
        ref={focusAtOnce}
        error={call.error && authWords(call.error)}
      />
      <Button type="submit" tone="primary" size="large" wide busy={call.isPending}>
        {purpose === 'password' ? accessStrings.forgotSend : authStrings.sendLink}
      </Button>
      <Button tone="quiet" size="large" wide onClick={() => onView('sign-in')}>
        {accessStrings.backToSignIn}
      </Button>
    </form>
  )
}
