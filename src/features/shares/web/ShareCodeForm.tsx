import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { ShareDoor } from '../shares.contract.ts'
import styles from './Guest.module.css'
import { waitWords } from './guest-wait.ts'
import { shareCodeStrings as strings } from './share-code.strings.ts'
import { doorQuery, shareApi } from './shares.client.ts'

/** For a link that is for given addresses: asks for one's own, then for the code that is mailed to it. */
export default function ShareCodeForm({ token }: { readonly token: string }) {
  const queries = useQueryClient()
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  // Where one goes on, once the form has changed under one’s hands.
  useEffect(() => {
    if (isSent) codeField.current?.focus()
  }, [isSent])
  const [answer, setAnswer] = useState<ShareDoor['state']>()
  const [waitSeconds, setWaitSeconds] = useState(0)
  const send = useMutation({
    mutationFn: (body: { readonly address: string } | { readonly code: string }) =>
      shareApi('POST /api/share/:token', { params: { token }, body }),
    onSuccess: (door, body) => {
      setAnswer(door.state)
      if (door.state === 'wait') setWaitSeconds(door.seconds)
      else if (door.state === 'code') setSent(true)
      // Asked for again: the link was changed, or the cookie did not arrive.
      else if (door.state === 'address') setSent(false)
      else if (door.state !== 'wrong-code') queries.setQueryData(doorQuery(token).queryKey, door)
      if ('address' in body) setCode('')
    },
  })
  const ask = () => {
    if (address.trim() !== '' && !send.isPending) send.mutate({ address: address.trim() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSent) ask()
    else if (digits(code) !== '' && !send.isPending) send.mutate({ code: digits(code) })
  }
  const trouble = send.error
    ? text(strings.failed, { reason: reasonOf(send.error) })
    : answer === 'wait'
      ? waitWords(waitSeconds)
      : answer === 'wrong-code'
        ? strings.wrongCode
        : undefined
  return (
    <form className={styles.form} onSubmit={submit}>
      {isSent ? (
        <>
          <p role="status" className={styles.words}>
            {text(strings.sent, { address: address.trim() })}
          </p>
          <TextField
            key="code"
            label={strings.code}
            size="large"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            ref={codeField}
            value={code}
            error={trouble}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button type="submit" tone="primary" size="large" wide busy={send.isPending}>
            {strings.open}
          </Button>
          <div className={styles.again}>
            <Button tone="quiet" onClick={ask}>
              {strings.again}
            </Button>
            <Button tone="quiet" onClick={() => setSent(false)}>
              {strings.other}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.words}>{strings.words}</p>
          <TextField
            key="address"
            label={strings.address}
            type="email"
            size="large"
            required
            autoComplete="email"
            value={address}
            error={trouble}
            onChange={({ target }) => setAddress(target.value)}
          />
          <Button type="submit" tone="primary" size="large" wide busy={send.isPending}>
            {strings.send}
          </Button>
        </>
      )}
    </form>
  )
}

/** People copy it with a space, and type one. */
function digits(code: string): string {
  return code.replaceAll(/\D/g, '')
}
