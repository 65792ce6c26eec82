import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { freshly, needsIdentity } from '#features/account/web/settings/identity-check.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/form/CopyField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { TokenFields } from './TokenFields.tsx'
import styles from './Tokens.module.css'
import { newTokenForm, type TokenForm, tokenTrouble, type TokenTrouble, tokenWanted } from './token-form.ts'
import { tokenApi, tokensQuery } from './tokens.client.ts'
import { tokenStrings as strings } from './tokens.strings.ts'

/** Creates a token and shows it once. */
export default function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const queries = useQueryClient()
  const [form, setForm] = useState<TokenForm>(newTokenForm)
  const [trouble, setTrouble] = useState<TokenTrouble>()
  const make = useMutation({
    mutationFn: () =>
      freshly(undefined, () => tokenApi('POST /api/users/me/tokens', { body: tokenWanted(form, Date.now()) })),
    onSuccess: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = tokenTrouble(form)
    setTrouble(found)
    if (!found && !make.isPending) make.mutate()
  }
  const made = make.data?.token
  const close = (open: boolean) => {
    if (!open) onClose()
  }
  if (made !== undefined)
    return (
      <Dialog
        open
        onOpenChange={close}
        title={strings.readyTitle}
        description={strings.readyWords}
        footer={
          <Button tone="primary" onClick={onClose}>
            {strings.done}
          </Button>
        }
      >
        <div className={styles.form}>
          <CopyField label={strings.token} value={made} />
          <div className={styles.part}>
            <p className={styles.help}>{strings.use}</p>
            <CopyField
              label={strings.command}
              labelHidden
              value={`npx ${window.location.origin}/roughmix-cli.tgz login ${window.location.origin}`}
            />
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={close}
      title={strings.title}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" form={id} tone="primary" busy={make.isPending}>
            {strings.make}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className={styles.form} noValidate>
        {make.error && !needsIdentity(make.error) && (
          <p role="alert" className={styles.wrong}>
            {text(strings.makeFailed, { reason: reasonOf(make.error) })}
          </p>
        )}
        <TokenFields
          form={form}
          trouble={trouble}
          onForm={(change) => {
            setForm({ ...form, ...change })
            setTrouble(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
