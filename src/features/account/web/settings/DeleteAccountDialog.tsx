import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { Farewell } from '#features/account/account.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { accountStrings } from '../account.strings.ts'
import { authCall } from '../auth-call.ts'
import { authWords, hasCode } from '../sign-in/auth-words.ts'
import { freshly } from './identity-check.ts'
import { profileStrings } from './profile.strings.ts'
import { linkedAccountsQuery } from './security.client.ts'
import { tellSessionChange } from './session-changes.ts'
import { tellSignedOut } from '../sign-out-guard.ts'
import styles from './Account.module.css'

interface DeleteAccountDialogProps {
  readonly byMail: boolean
  readonly farewell: Farewell
  readonly onClose: () => void
  readonly onMailed: () => void
}

/**
 * The final confirmation. Asks for the password if there is one; otherwise the sign-in must be recent, or a mailed link
 * confirms.
 */
export default function DeleteAccountDialog({ byMail, farewell, onClose, onMailed }: DeleteAccountDialogProps) {
  const form = useId()
  const { data: ways } = useQuery(linkedAccountsQuery)
  const [password, setPassword] = useState('')
  const hasPassword = !byMail && ways?.some(({ provider }) => provider === 'credential') === true
  const end = useMutation({
    mutationFn: () =>
      freshly('delete', () =>
        authCall('/delete-user', { callbackURL: '/login?gone=yes', ...(hasPassword && { password }) }),
      ),
    onSuccess: async () => {
      if (byMail) return onMailed()
      await tellSessionChange('/delete-user')
      await tellSignedOut()
      // A full page load, so that no personal data stays in memory.
      window.location.assign('/login')
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    end.mutate()
  }
  const names = [...farewell.organizations, ...farewell.projects].map(({ name }) => name).join(', ')
  const wrongPassword = hasCode(end.error, 'INVALID_PASSWORD')
  const message = end.error && authWords(end.error)
  const ready = byMail || ways !== undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={profileStrings.deleteTitle}
      description={names === '' ? profileStrings.deleteConfirm : text(profileStrings.deleteAlso, { names })}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {profileStrings.keepAccount}
          </Button>
          <Button type="submit" form={form} tone="danger" busy={end.isPending || end.isSuccess || !ready}>
            {byMail ? profileStrings.sendDeleteLink : profileStrings.deleteAccount}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.inner} onSubmit={send}>
        {message && !wrongPassword && (
          <p role="alert" className={styles.wrong}>
            {message}
          </p>
        )}
        {hasPassword && (
          <PasswordField
            label={accountStrings.currentPassword}
            ref={focusAtOnce}
            autoComplete="current-password"
            required
            value={password}
            error={wrongPassword ? message : null}
            onChange={({ target }) => {
              setPassword(target.value)
              end.reset()
            }}
          />
        )}
      </form>
    </Dialog>
  )
}
