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
  /** Without other ways above there is nothing to part them from. */
  readonly alone?: boolean
}

/** The providers that this server is set up for. What comes back with an error comes back here. */
export default function SocialButtons({ place: { facts, redirect }, alone = false }: SocialButtonsProps) {
  const call = useAuthCall('/sign-in/social')
  const [chosen, setChosen] = useState('')
  const go = (provider: string) => {
    setChosen(provider)
    call.mutate({ provider, callbackURL: redirect, errorCallbackURL: errorPlace(redirect) })
  }
  // Done means that the browser is on its way there.
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
