import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import type { Unsubscribing } from '../inbox.contract.ts'
import { kindNames } from '../inbox.strings.ts'
import { stopMails } from './unsubscribe-call.ts'
import { unsubscribeStrings as words } from './unsubscribe.strings.ts'
import styles from './Unsubscribe.module.css'

interface UnsubscribePageProps {
  readonly token: string
  /** Null where the link is broken. */
  readonly unsubscribing: Unsubscribing | null
}

/** Asks before it is done: programs that look into mails follow links. It says nothing of whose mail it was. */
export function UnsubscribePage(props: UnsubscribePageProps) {
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <div className={styles.brand}>
          <Logo />
          {words.product}
        </div>
        <Question {...props} />
      </div>
    </main>
  )
}

function Question({ token, unsubscribing }: UnsubscribePageProps) {
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [wrong, setWrong] = useState<string | null>(null)
  const settings = (
    <div>
      <ButtonLink size="large" href="/account/notifications">
        {words.settings}
      </ButtonLink>
    </div>
  )
  const stop = async () => {
    setState('busy')
    setWrong(null)
    try {
      await stopMails(token)
      setState('done')
    } catch (error) {
      setWrong(text(words.failed, { reason: reasonOf(error) }))
      setState('asking')
    }
  }
  if (!unsubscribing)
    return (
      <>
        <h1>{words.brokenHeading}</h1>
        <p>{words.brokenWords}</p>
        {settings}
      </>
    )
  if (state === 'done')
    return (
      <output className={styles.said}>
        <h1>{words.doneHeading}</h1>
        <p>{words.doneWords}</p>
        {settings}
      </output>
    )
  const { from, kind } = unsubscribing
  const kindName = kind === null ? '' : kindNames[kind]
  const said = from === 'kind' ? text(words.words.kind, { kind: kindName }) : words.words[from]
  return (
    <>
      <h1>{words.heading[from]}</h1>
      <p>
        {said} {words.stays}
      </p>
      {wrong !== null && (
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      )}
      <div>
        <Button tone="primary" size="large" busy={state === 'busy'} onClick={() => void stop()}>
          {words.stop}
        </Button>
      </div>
    </>
  )
}
