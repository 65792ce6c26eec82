import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { Logo } from '#web/ui/mark/Logo.tsx'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'
import type { OpenDoor, ShareDoor } from '../shares.contract.ts'
import styles from './Guest.module.css'
import { waitWords } from './guest-wait.ts'
import { guestStrings } from './guest.strings.ts'
import { doorQuery, shareApi } from './shares.client.ts'

/** Few links ask for it. */
const ShareCodeForm = lazyPanel(() => import('./ShareCodeForm.tsx'))

export type ClosedDoor = Exclude<ShareDoor, OpenDoor>

/** A link that does not work, or not yet. Reveals nothing about what was behind it. */
export function ShareDoorPage({ token, share }: { readonly token: string; readonly share: ClosedDoor }) {
  const { state } = share
  if (state === 'gone' || state === 'expired' || state === 'not-yet' || state === 'used-up') {
    const { title, words } = guestStrings.closed[state]
    return <Sheet title={title}>{words}</Sheet>
  }
  if (state === 'address' || state === 'code' || state === 'wrong-code')
    return <Sheet title={guestStrings.addressTitle} form={<ShareCodeForm token={token} />} />
  return (
    <Sheet title={guestStrings.passwordTitle} form={<PasswordForm token={token} share={share} />}>
      {guestStrings.passwordWords}
    </Sheet>
  )
}

function PasswordForm({ token, share }: { readonly token: string; readonly share: ClosedDoor }) {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const open = useMutation({
    mutationFn: () => shareApi('POST /api/share/:token', { params: { token }, body: { password } }),
    onSuccess: (answer) => queries.setQueryData(doorQuery(token).queryKey, answer),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !open.isPending) open.mutate()
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <PasswordField
        label={guestStrings.password}
        autoComplete="current-password"
        size="large"
        value={password}
        error={troubleOf(share, open.error)}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" tone="primary" size="large" wide busy={open.isPending}>
        {guestStrings.enter}
      </Button>
    </form>
  )
}

function troubleOf(share: ClosedDoor, error: unknown): string | undefined {
  if (error) return text(guestStrings.doorFailed, { reason: reasonOf(error) })
  if (share.state === 'wrong-password') return guestStrings.wrongPassword
  if (share.state !== 'wait') return undefined
  return waitWords(share.seconds)
}

function Sheet({
  title,
  children,
  form,
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly form?: ReactNode
}) {
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <div className={styles.brand}>
          <Logo />
          {guestStrings.product}
        </div>
        <h1>{title}</h1>
        {children !== undefined && <p className={styles.words}>{children}</p>}
        {form}
      </div>
    </main>
  )
}
