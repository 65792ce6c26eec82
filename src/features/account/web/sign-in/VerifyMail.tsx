import { confirmedPlace } from '#shared/confirmed-place.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { authWords } from './auth-words.ts'
import { accessStrings } from './access.strings.ts'
import { LoginHeading } from './LoginHeading.tsx'
import type { LoginPlace } from './login-places.ts'
import { useAuthCall } from '../use-auth-call.ts'
import styles from './Login.module.css'

interface VerifyMailProps {
  readonly email: string
  readonly place: LoginPlace
  readonly onBack: () => void
}

/** Shown while an account's address is not verified; can send the mail again. */
export default function VerifyMail({ email, place: { facts, redirect }, onBack }: VerifyMailProps) {
  const again = useAuthCall('/send-verification-email')
  return (
    <div className={styles.form}>
      <LoginHeading title={accessStrings.verifyHeading}>{text(accessStrings.verifyWords, { email })}</LoginHeading>
      {!facts.mail && <p className={styles.notice}>{accessStrings.noMailServer}</p>}
      {again.isSuccess && <output className={styles.notice}>{text(accessStrings.verifySent, { email })}</output>}
      {again.error && (
        <p className={styles.wrong} role="alert">
          {authWords(again.error)}
        </p>
      )}
      <Button
        size="large"
        wide
        busy={again.isPending}
        onClick={() => again.mutate({ email, callbackURL: confirmedPlace(redirect) })}
      >
        {accessStrings.verifyAgain}
      </Button>
      <Button tone="quiet" size="large" wide onClick={onBack}>
        {accessStrings.backToSignIn}
      </Button>
    </div>
  )
}
