import { lazy, useState, type FormEvent } from 'react'
import { confirmedPlace } from '#shared/confirmed-place.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { authWords, inputOf } from './auth-words.ts'
import { authStrings } from './auth.strings.ts'
import { accessStrings } from './access.strings.ts'
import { LoginHeading } from './LoginHeading.tsx'
import type { LoginPlace } from './login-places.ts'
import { usernameProblem } from './username-rules.ts'
import { useAuthCall } from '../use-auth-call.ts'
import { useFormValues } from './use-form-values.ts'
import VerifyMail from './VerifyMail.tsx'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import styles from './Login.module.css'

const SocialButtons = lazy(() => import('./SocialButtons.tsx'))

/** Creates an account; on a new server, the first one becomes its admin. */
export default function CreateAccountForm({ place }: { readonly place: LoginPlace }) {
  const { facts, redirect, inviteId, invite, onView, onSignedIn } = place
  const joins = !facts.fresh && invite?.heading !== undefined
  const [unverified, setUnverified] = useState<string | null>(null)
  const [typedToken, setTypedToken] = useState('')
  const needsToken = facts.fresh && facts.setupToken
  const signUp = useAuthCall('/sign-up/email', {
    ...(inviteId !== undefined && { 'x-invite-id': inviteId }),
    ...(needsToken && { 'x-setup-token': typedToken.trim() }),
  })
  const { values, input } = useFormValues({ name: '', email: '', username: '', password: '' }, signUp.reset)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const email = values.email.trim()
    const username = values.username.trim()
    const body = {
      name: values.name.trim(),
      email,
      password: values.password,
      callbackURL: confirmedPlace(redirect),
      ...(username !== '' && { username }),
    }
    signUp.mutate(body, { onSuccess: ({ token }) => (token === null ? setUnverified(email) : onSignedIn()) })
  }
  const message = signUp.error && authWords(signUp.error)
  const at = inputOf(signUp.error)
  const wrong = (name: NonNullable<typeof at>) => (at === name ? message : null)
  const usernameWrong = wrong('username') ?? usernameProblem(values.username.trim())
  if (unverified !== null) return <VerifyMail email={unverified} place={place} onBack={() => onView('sign-in')} />
  if (
    !facts.fresh &&
    (facts.signUp === 'closed' ||
      (facts.signUp === 'invite-only' && inviteId === undefined && !redirect.startsWith('/invitation/')))
  )
    return <NoNewAccounts place={place} />
  return (
    <form className={styles.form} onSubmit={send}>
      <LoginHeading title={facts.fresh ? accessStrings.firstHeading : (invite?.heading ?? accessStrings.createHeading)}>
        {facts.fresh ? accessStrings.firstWords : invite?.words}
      </LoginHeading>
      {message && at === undefined && (
        <p role="alert" className={styles.wrong}>
          {message}
        </p>
      )}
      {needsToken && (
        <TextField
          label={accessStrings.setupToken}
          size="large"
          value={typedToken}
          required
          autoComplete="off"
          ref={focusAtOnce}
          spellCheck={false}
          help={accessStrings.setupTokenHelp}
          error={wrong('setupToken')}
          onChange={({ target }) => {
            setTypedToken(target.value)
            signUp.reset()
          }}
        />
      )}
      <TextField
        {...input('name')}
        label={accessStrings.name}
        size="large"
        required
        autoComplete="name"
        maxLength={200}
        ref={needsToken ? undefined : focusAtOnce}
        help={accessStrings.nameHelp}
      />
      <TextField
        {...input('email')}
        label={authStrings.email}
        type="email"
        size="large"
        required
        autoComplete="email"
        help={invite?.address ? text(accessStrings.addressOfInvite, { address: invite.address }) : undefined}
        error={wrong('email')}
      />
      {/* Who was invited wants to hear the music: a username can be chosen later. */}
      {facts.methods.username && !joins && (
        <TextField
          {...input('username')}
          label={accessStrings.username}
          labelAside={<span className={styles.aside}>{accessStrings.optional}</span>}
          size="large"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          minLength={3}
          maxLength={30}
          pattern="[A-Za-z0-9_.]{3,30}"
          title={authStrings.usernameRule}
          help={authStrings.usernameRule}
          error={usernameWrong}
        />
      )}
      <PasswordField
        {...input('password')}
        label={authStrings.password}
        size="large"
        autoComplete="new-password"
        required
        minLength={facts.passwordMinLength}
        maxLength={facts.passwordMaxLength}
        help={text(accessStrings.passwordHelp, { count: facts.passwordMinLength })}
        error={wrong('password')}
      />
      <Button type="submit" tone="primary" size="large" wide busy={signUp.isPending}>
        {joins ? accessStrings.createAndJoin : accessStrings.createAccount}
      </Button>
      {facts.methods.social.length > 0 && !needsToken && <SocialButtons place={place} />}
      {!facts.fresh && (
        <p className={styles.dim}>
          {accessStrings.haveAccount}{' '}
          <button type="button" className={styles.link} onClick={() => onView('sign-in')}>
            {joins ? authStrings.signInToJoin : authStrings.signIn}
          </button>
        </p>
      )}
    </form>
  )
}

function NoNewAccounts({ place: { facts, onView } }: { readonly place: LoginPlace }) {
  return (
    <div className={styles.form}>
      <LoginHeading title={accessStrings.createHeading}>
        {facts.signUp === 'closed' ? accessStrings.signUpClosed : accessStrings.inviteOnly}
      </LoginHeading>
      <Button size="large" wide onClick={() => onView('sign-in')}>
        {accessStrings.backToSignIn}
      </Button>
    </div>
  )
}
