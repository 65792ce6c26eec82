import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { confirmedPlace } from '#shared/confirmed-place.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { AccountPartProps } from './account-part-props.ts'
import { readSessionAgain } from '../account.client.ts'
import { accountStrings } from '../account.strings.ts'
import { authWords, hasCode } from '../sign-in/auth-words.ts'
import { accessStrings } from '../sign-in/access.strings.ts'
import { isProven } from './identity-check.ts'
import { profileStrings } from './profile.strings.ts'
import { useAuthCall } from '../use-auth-call.ts'
import styles from './Account.module.css'

const callbackURL = confirmedPlace('/account/sign-in')

/** The address, whether it is verified, and how to change it: at once while it is not, by a mailed link once it is. */
export function EmailForm({
  me,
  facts,
  again,
  onAgainOver,
}: AccountPartProps & { readonly again: boolean; readonly onAgainOver: () => void }) {
  const queries = useQueryClient()
  const [changing, setChanging] = useState(false)
  const begin = useMutation({
    mutationFn: () => isProven(queries, facts, 'email'),
    onSuccess: (proven) => {
      setChanging(proven)
      onAgainOver()
    },
  })
  const isBack = again && begin.isIdle
  useEffect(() => {
    if (isBack) begin.mutate()
  })
  const [said, setSaid] = useState('')
  const verify = useAuthCall('/send-verification-email')
  const { email, emailVerified } = me
  const sendAgain = () =>
    verify.mutate(
      { email, callbackURL },
      { onSuccess: () => setSaid(text(accountStrings.verificationSent, { email })) },
    )
  const done = (message: string) => {
    setSaid(message)
    setChanging(false)
  }
  return (
    <section className={styles.section}>
      <h2>{profileStrings.emailHeading}</h2>
      <div className={styles.address}>
        <span className={styles.value}>{email}</span>
        {emailVerified ? (
          <Chip tone="verified" icon={BadgeCheck}>
            {accountStrings.verified}
          </Chip>
        ) : (
          <Chip tone="warning" icon={TriangleAlert}>
            {accountStrings.unverified}
          </Chip>
        )}
      </div>
      {changing && <ChangeEmail me={me} onDone={done} onCancel={() => setChanging(false)} />}
      {!changing && (
        <div className={styles.actions}>
          {facts.account.changeEmail && (
            <Button
              busy={begin.isPending}
              onClick={() => {
                setSaid('')
                begin.mutate()
              }}
            >
              {profileStrings.changeEmail}
            </Button>
          )}
          {!emailVerified && (
            <Button tone="quiet" busy={verify.isPending} onClick={sendAgain}>
              {accountStrings.sendVerification}
            </Button>
          )}
        </div>
      )}
      <output className={styles.said}>
        {(begin.error ?? verify.error) ? authWords(begin.error ?? verify.error) : said}
        {said !== '' && !facts.mail && ` ${accessStrings.noMailServer}`}
      </output>
    </section>
  )
}

interface ChangeEmailProps extends Pick<AccountPartProps, 'me'> {
  readonly onDone: (message: string) => void
  readonly onCancel: () => void
}

function ChangeEmail({ me: { email, emailVerified }, onDone, onCancel }: ChangeEmailProps) {
  const queries = useQueryClient()
  const change = useAuthCall('/change-email')
  const [typed, setTyped] = useState('')
  const next = typed.trim().toLowerCase()
  const same = next !== '' && next === email.toLowerCase()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (same) return
    change.mutate(
      { newEmail: next, callbackURL },
      {
        onSuccess: () => {
          if (!emailVerified) void readSessionAgain(queries)
          onDone(
            emailVerified
              ? text(profileStrings.changeSent, { email, next })
              : text(profileStrings.emailChanged, { email: next }),
          )
        },
      },
    )
  }
  return (
    <form className={styles.inner} onSubmit={send}>
      <TextField
        label={profileStrings.newEmail}
        type="email"
        required
        autoComplete="email"
        ref={focusAtOnce}
        value={typed}
        help={emailVerified ? text(profileStrings.changeByLink, { email }) : profileStrings.changeAtOnce}
        error={same ? profileStrings.emailSame : change.error && changeWords(change.error)}
        onChange={({ target }) => {
          setTyped(target.value)
          change.reset()
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" tone="primary" busy={change.isPending} disabled={same}>
          {emailVerified ? profileStrings.sendChangeLink : profileStrings.sendChange}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {accountStrings.cancel}
        </Button>
      </div>
    </form>
  )
}

function changeWords(error: Error): string {
  if (hasCode(error, 'COULDNT_UPDATE_YOUR_EMAIL')) return profileStrings.emailRefused
  return hasCode(error, 'EMAIL_IS_THE_SAME') ? profileStrings.emailSame : authWords(error)
}
