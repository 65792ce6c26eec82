import { lazy, Suspense, useState } from 'react'
import { Logo } from '#web/ui/mark/Logo.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { authStrings } from './auth.strings.ts'
import { comesConfirmed, type LoginPlace, type LoginView } from './login-places.ts'
import { besideQuery, loadLoginWaves } from './login-waves.ts'
import { SignInForm } from './SignInForm.tsx'
import styles from './Login.module.css'
import waves from './LoginWaves.module.css'

// Most visitors sign in; the other forms load on demand.
const CreateAccountForm = lazy(() => import('./CreateAccountForm.tsx'))
const MailedLinkForm = lazy(() => import('./MailedLinkForm.tsx'))
const NewPasswordForm = lazy(() => import('./NewPasswordForm.tsx'))
const LoginWaves = lazy(loadLoginWaves)
const LinkNotice = lazy(() => import('./LinkNotice.tsx'))

interface LoginPageProps {
  readonly place: LoginPlace
  readonly view: LoginView
  /** From the link in a password mail. */
  readonly token?: string | undefined
  /** The error with which a mailed link returned. */
  readonly linkError?: string | undefined
}

export function LoginPage(props: LoginPageProps) {
  const wide = useMedia(besideQuery)
  return (
    <div className={styles.page}>
      <div className={styles.left}>
        <header className={styles.brand}>
          <Logo />
          {authStrings.product}
        </header>
        <main className={styles.main}>
          <div className={styles.mainInner}>
            {props.place.isUnsure && (
              <p className={styles.trouble} role="status">
                {authStrings.serverInTrouble}
              </p>
            )}
            <Suspense>
              <LoginForm {...props} />
            </Suspense>
          </div>
        </main>
        <footer className={styles.foot}>{props.place.invite?.until ?? window.location.host}</footer>
      </div>
      {wide && props.place.invite?.picture}
      {wide && !props.place.invite?.picture && (
        <Suspense fallback={<aside className={waves.side} aria-hidden />}>
          <LoginWaves />
        </Suspense>
      )}
    </div>
  )
}

function LoginForm({ place, view, token, linkError }: LoginPageProps) {
  const [changed, setChanged] = useState(false)
  const { facts, redirect, onView } = place
  if (token !== undefined && !changed) {
    return (
      <NewPasswordForm
        facts={facts}
        token={token}
        onAskAgain={() => onView('forgot')}
        onDone={() => {
          setChanged(true)
          onView('sign-in')
        }}
      />
    )
  }
  if (facts.fresh && facts.methods.emailPassword) return <CreateAccountForm place={place} />
  const good = changed ? authStrings.resetDone : comesConfirmed(redirect) ? authStrings.confirmed : undefined
  const notice =
    linkError !== undefined && !changed ? (
      <LinkNotice code={linkError} />
    ) : (
      good && (
        <p className={styles.notice} role="status">
          {good}
        </p>
      )
    )
  switch (view) {
    case 'create':
      return <CreateAccountForm place={place} />
    case 'forgot':
      return <MailedLinkForm key="forgot" purpose="password" place={place} />
    case 'link':
      return <MailedLinkForm key="link" purpose="sign-in" place={place} />
    case 'sign-in':
      return <SignInForm place={place} notice={notice} />
  }
}
