import { Mail } from 'lucide-react'
import { lazy, useState, type FormEvent, type ReactNode } from 'react'
import { hasStatus } from '#web/api/failed-request.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { authWords, hasCode } from './auth-words.ts'
import { authStrings } from './auth.strings.ts'
import { LoginHeading } from './LoginHeading.tsx'
import type { LoginPlace } from './login-places.ts'
import { useAuthCall } from '../use-auth-call.ts'
import { useFormValues } from './use-form-values.ts'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import styles from './Login.module.css'

const VerifyMail = lazy(() => import('./VerifyMail.tsx'))
const SocialButtons = lazy(() => import('./SocialButtons.tsx'))

interface SignInFormProps {
  readonly place: LoginPlace
  /** Result of a mailed link or a provider, or success of the previous form. */
  readonly notice?: ReactNode
}

export function SignInForm({ place, notice }: SignInFormProps) {
  const {
    facts: { methods, signUp },
    invite,
    onView,
    onSignedIn,
  } = place
  const byEmail = useAuthCall('/sign-in/email')
  const byUsername = useAuthCall('/sign-in/username')
  const [rememberMe, setRememberMe] = useState(true)
  const reset = () => {
    byEmail.reset()
    byUsername.reset()
  }
  const {
    values: { who, password },
    input,
  } = useFormValues({ who: '', password: '' }, reset)
  const error = byEmail.error ?? byUsername.error
  const named = methods.username && !who.includes('@')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const options = { onSuccess: onSignedIn }
    if (named) byUsername.mutate({ username: who.trim(), password, rememberMe }, options)
    else byEmail.mutate({ email: who.trim(), password, rememberMe }, options)
  }
  if (hasCode(byEmail.error, 'EMAIL_NOT_VERIFIED'))
    return <VerifyMail email={who.trim()} place={place} onBack={reset} />
  const social = methods.social.length > 0
  return (
    <form className={styles.form} onSubmit={send}>
      <LoginHeading title={invite?.heading ?? authStrings.signIn}>{invite?.words}</LoginHeading>
      {!error && notice}
      {methods.emailPassword && (
        <>
          <TextField
            {...input('who')}
            label={methods.username ? authStrings.emailOrUsername : authStrings.email}
            type={methods.username ? 'text' : 'email'}
            size="large"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            ref={focusAtOnce}
          />
          <PasswordField
            {...input('password')}
            label={authStrings.password}
            size="large"
            autoComplete="current-password"
            required
            error={
              error &&
              [authWords(error), hasStatus(error, 429) && methods.magicLink && authStrings.linkInstead]
                .filter(Boolean)
                .join(' ')
            }
            labelAside={
              <button type="button" className={styles.smallLink} onClick={() => onView('forgot')}>
                {authStrings.forgot}
              </button>
            }
          />
          <Checkbox checked={rememberMe} onCheckedChange={setRememberMe}>
            {authStrings.rememberMe}
          </Checkbox>
          <Button type="submit" tone="primary" size="large" wide busy={byEmail.isPending || byUsername.isPending}>
            {invite?.heading === undefined ? authStrings.signIn : authStrings.signInToJoin}
          </Button>
        </>
      )}
      {methods.magicLink && (
        <Button
          tone={methods.emailPassword ? 'plain' : 'primary'}
          size="large"
          wide
          icon={Mail}
          onClick={() => onView('link')}
        >
          {authStrings.sendLink}
        </Button>
      )}
      {social && <SocialButtons place={place} alone={!methods.emailPassword && !methods.magicLink} />}
      {!methods.emailPassword && !methods.magicLink && !social && <p className={styles.notice}>{authStrings.noWay}</p>}
      {methods.emailPassword && signUp !== 'closed' && (
        <p className={styles.dim}>
          {authStrings.newHere}{' '}
          <button type="button" className={styles.link} onClick={() => onView('create')}>
            {authStrings.createLink}
          </button>
        </p>
      )}
    </form>
  )
}
