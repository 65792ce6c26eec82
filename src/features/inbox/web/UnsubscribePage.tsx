import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Logo } from '#web/ui/mark/Logo.tsx'
import type { Unsubscribing } from '../inbox.contract.ts'
import { kindNames } from '../inbox.strings.ts'
import styles from './Unsubscribe.module.css'
import { stopMails } from './unsubscribe-call.ts'

const strings = {
  product: 'Roughmix',
  heading: { kind: 'Stop these mails?', project: 'Stop mails about this project?', digest: 'Stop the daily digest?' },
  words: {
    kind: 'You will get no more mails of this kind: {kind}.',
    project: 'You will get no more mails about the project that the mail was about.',
    digest: 'What comes in the digest will come by no mail any more.',
  },
  stays: 'Everything still shows in your inbox on Roughmix.',
  stop: 'Stop these mails',
  doneHeading: 'No more of these mails',
  doneWords: 'It is done. You can change your mind in the notification settings.',
  settings: 'Notification settings',
  brokenHeading: 'This link does not work',
  brokenWords:
    'It may be cut off. Open it from the mail once more, or choose what reaches you in the notification settings.',
  failed: 'That did not work. {reason}',
} as const

interface UnsubscribePageProps {
  readonly token: string
  /** Null if the link is broken. */
  readonly unsubscribing: Unsubscribing | null
}

/** Asks for confirmation, because mail scanners follow links. Does not reveal whose mail it was. */
export function UnsubscribePage(props: UnsubscribePageProps) {
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <div className={styles.brand}>
          <Logo />
          {strings.product}
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
        {strings.settings}
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
      setWrong(text(strings.failed, { reason: reasonOf(error) }))
      setState('asking')
    }
  }
  if (!unsubscribing)
    return (
      <>
        <h1>{strings.brokenHeading}</h1>
        <p>{strings.brokenWords}</p>
        {settings}
      </>
    )
  if (state === 'done')
    return (
      <output className={styles.said}>
        <h1>{strings.doneHeading}</h1>
        <p>{strings.doneWords}</p>
        {settings}
      </output>
    )
  const { from, kind } = unsubscribing
  const kindName = kind === null ? '' : kindNames[kind]
  const said = from === 'kind' ? text(strings.words.kind, { kind: kindName }) : strings.words[from]
  return (
    <>
      <h1>{strings.heading[from]}</h1>
      <p>
        {said} {strings.stays}
      </p>
      {wrong !== null && (
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      )}
      <div>
        <Button tone="primary" size="large" busy={state === 'busy'} onClick={() => void stop()}>
          {strings.stop}
        </Button>
      </div>
    </>
  )
}
