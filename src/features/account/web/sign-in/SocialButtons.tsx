import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Divider } from '#web/ui/mark/Divider.tsx'
import { authWords } from './auth-words.ts'
import { accessStrings } from './access.strings.ts'
import { errorPlace, type LoginPlace } from './login-places.ts'
import { useAuthCall } from '../use-auth-call.ts'
import styles from './Login.module.css'

interface SocialButtonsProps {
  readonly place: LoginPlace
  /** If there are no other methods above, there is no divider. */
  readonly alone?: boolean
}

/** The providers configured on this server. Errors return to this page. */
export default function SocialButtons({ place: { facts, redirect }, alone = false }: SocialButtonsProps) {
  const call = useAuthCall('/sign-in/social')
  const [chosen, setChosen] = useState('')
  const go = (provider: string) => {
    setChosen(provider)
    call.mutate({ provider, callbackURL: redirect, errorCallbackURL: errorPlace(redirect) })
  }
  // After success, the browser is navigating to the provider.
  const busy = call.isPending || call.isSuccess
  return (
    <>
      {!alone && <Divider label={accessStrings.orWith} />}
      {call.error && (
        <p role="alert" className={styles.wrong}>
          {authWords(call.error)}
        </p>
      )}
      <ul className={styles.providers} aria-label={accessStrings.providers}>
        {facts.methods.social.map(({ id, name }) => (
          <li key={id}>
            <Button
              size="large"
              wide
              busy={busy && chosen === id}
              onClick={() => {
                if (!busy) go(id)
              }}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
