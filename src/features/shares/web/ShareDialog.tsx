import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { Share } from '../shares.contract.ts'
import { type Shareable, ShareFields } from './ShareFields.tsx'
import { ShareLinks } from './ShareLinks.tsx'
import styles from './Shares.module.css'
import {
  expiryIn,
  formOf,
  type FormTrouble,
  newForm,
  personsIn,
  type ShareForm,
  type ShareStart,
  startIn,
  troubleIn,
  whatIn,
} from './share-form.ts'
import { sharesKey } from './share-lists.ts'
import { shareApi } from './shares.client.ts'
import { shareStrings as strings } from './shares.strings.ts'

interface ShareDialogProps {
  readonly project: { readonly id: string; readonly name: string }
  readonly of: Shareable & {
    readonly tracks: readonly {
      readonly id: string
      readonly title: string
      readonly currentVersionId: string | null
    }[]
  }
  readonly start?: ShareStart
  /** The link to change; if omitted, creates one. */
  readonly share?: Share | undefined
  readonly onClose: () => void
}

/** Creates links for people without an account, or changes one. */
export default function ShareDialog({ project, of, start = {}, share, onClose }: ShareDialogProps) {
  const id = useId()
  const queries = useQueryClient()
  const [form, setForm] = useState<ShareForm>(() => (share ? formOf(share) : newForm(start, of.tracks, of.mayDownload)))
  const [trouble, setTrouble] = useState<FormTrouble>()
  const send = useMutation({
    mutationFn: () => (share ? changeShare(share, form) : makeShares(project.id, form)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sharesKey })
      if (share) onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = troubleIn(form, Date.now())
    setTrouble(found)
    if (!found && !send.isPending) send.mutate()
  }
  const made = share ? undefined : send.data
  const count = form.who === 'persons' ? Math.max(1, personsIn(form.persons).length) : 1
  const track = start.trackId === undefined ? undefined : of.tracks.find((one) => one.id === start.trackId)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      size="sheet"
      title={share ? strings.editTitle : text(strings.title, { name: track?.title ?? project.name })}
      description={made ? text(strings.ready, { count: made.length }) : strings.description}
      footer={
        made ? (
          <Button tone="primary" onClick={onClose}>
            {strings.done}
          </Button>
        ) : (
          <Button type="submit" form={id} tone="primary" busy={send.isPending}>
            {share ? strings.save : text(strings.make, { count })}
          </Button>
        )
      }
    >
      {made ? (
        <ShareLinks shares={made} />
      ) : (
        <form id={id} onSubmit={submit} className={styles.form} noValidate>
          {trouble && (
            <p role="alert" className={styles.wrong}>
              {strings[trouble]}
            </p>
          )}
          {send.error && (
            <p role="alert" className={styles.wrong}>
              {text(strings.makeFailed, { reason: reasonOf(send.error) })}
            </p>
          )}
          <ShareFields form={form} onForm={(change) => setForm({ ...form, ...change })} of={of} existing={share} />
        </form>
      )}
    </Dialog>
  )
}

async function makeShares(projectId: string, form: ShareForm): Promise<readonly Share[]> {
  const { items } = await shareApi('POST /api/projects/:projectId/shares', {
    params: { projectId },
    body: {
      ...common(form),
      persons: form.who === 'persons' ? [...personsIn(form.persons)] : [],
      ...(form.password !== '' && { password: form.password }),
    },
  })
  return items
}

async function changeShare({ projectId, id: shareId, person }: Share, form: ShareForm): Promise<readonly Share[]> {
  const password = form.removePassword ? { password: null } : form.password === '' ? {} : { password: form.password }
  const named = person !== null && form.persons.trim() !== '' ? { person: form.persons.trim() } : {}
  return [
    await shareApi('PATCH /api/projects/:projectId/shares/:shareId', {
      params: { projectId, shareId },
      body: { ...common(form), ...password, ...named },
    }),
  ]
}

function common(form: ShareForm) {
  return {
    what: whatIn(form),
    may: form.may,
    startsAt: startIn(form),
    expiresAt: expiryIn(form, Date.now()),
    message: form.message.trim(),
    label: form.label.trim(),
  }
}
