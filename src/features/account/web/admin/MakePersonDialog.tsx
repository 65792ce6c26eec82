import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ChangeEvent, type FormEvent } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { accountApi } from '../account-api.ts'
import { peopleKey } from '../account.client.ts'
import { adminStrings as strings } from './admin.strings.ts'
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx'
import styles from './Admin.module.css'

/** Creates an account for somebody, then shows the link with which they sign in. */
export default function MakePersonDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [asked, setAsked] = useState(false)
  const make = useMutation({
    mutationFn: () => accountApi('POST /api/admin/users', { body: { name: name.trim(), email: email.trim() } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: peopleKey }),
  })
  const isWrong = !/^\S+@\S+\.\S+$/.test(email.trim())
  const write =
    (set: (value: string) => void) =>
    ({ target }: ChangeEvent<HTMLInputElement>) => {
      set(target.value)
      if (make.isError) make.reset()
    }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (name.trim() !== '' && !isWrong && !make.isPending) make.mutate()
  }
  if (make.data) return <PasswordLinkDialog userId={make.data.userId} name={name.trim()} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={strings.makePerson}
      description={strings.makePersonWords}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" form={id} tone="primary" busy={make.isPending}>
            {strings.makePersonDo}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className={styles.setting} noValidate>
        {make.error && (
          <p role="alert" className={styles.wrong}>
            {text(strings.notMade, { reason: reasonOf(make.error) })}
          </p>
        )}
        <TextField
          label={strings.personName}
          value={name}
          maxLength={200}
          autoComplete="off"
          error={asked && name.trim() === '' ? strings.noName : undefined}
          readOnly={make.isPending}
          onChange={write(setName)}
        />
        <TextField
          label={strings.personEmail}
          type="email"
          value={email}
          maxLength={254}
          autoComplete="off"
          error={asked && isWrong ? strings.noEmail : undefined}
          readOnly={make.isPending}
          onChange={write(setEmail)}
        />
      </form>
    </Dialog>
  )
}
