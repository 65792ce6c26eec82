import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { type WebhookEvent, type WebhookEventGroup, webhookEventGroups, webhookEvents } from '../webhook-events.ts'
import type { Webhook } from '../webhooks.contract.ts'
import { SecretShown } from './SecretShown.tsx'
import styles from './Webhooks.module.css'
import { callsIn, type WebhookOwner, type WebhookFields } from './webhooks.client.ts'
import { webhooksKey } from './webhooks.live.ts'
import { webhookStrings as strings } from './webhooks.strings.ts'

interface WebhookDialogProps {
  readonly place: WebhookOwner
  /** The webhook to change; if omitted, creates one. */
  readonly webhook?: Webhook
  readonly onClose: () => void
}

/** Events selected by default. */
const usual: readonly WebhookEvent[] = ['version.ready', 'version.approved', 'version.changes_asked', 'note.added']

type Trouble = 'noUrl' | 'noEvent'

/** Creates a webhook and shows its secret once, or changes one. */
export default function WebhookDialog({ place, webhook, onClose }: WebhookDialogProps) {
  const id = useId()
  const queries = useQueryClient()
  const [form, setForm] = useState<WebhookFields>(() =>
    webhook
      ? { url: webhook.url, label: webhook.label, events: [...webhook.events] }
      : { url: '', label: '', events: [...usual] },
  )
  const [trouble, setTrouble] = useState<Trouble>()
  const save = useMutation({
    mutationFn: async () =>
      webhook ? (await callsIn(place).change(webhook.id, form), undefined) : (await callsIn(place).make(form)).secret,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: webhooksKey })
      if (webhook) onClose()
    },
  })
  const change = (part: Partial<WebhookFields>) => {
    setForm({ ...form, ...part })
    setTrouble(undefined)
    if (save.error) save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = !/^https?:\/\/./i.test(form.url.trim()) ? 'noUrl' : form.events.length === 0 ? 'noEvent' : undefined
    setTrouble(found)
    if (!found && !save.isPending) save.mutate()
  }
  const close = (open: boolean) => {
    if (!open) onClose()
  }
  if (!webhook && save.data !== undefined) return <SecretShown secret={save.data} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={close}
      size="sheet"
      title={webhook ? strings.editTitle : strings.newTitle}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" form={id} tone="primary" busy={save.isPending}>
            {webhook ? strings.save : strings.make}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className={styles.form} noValidate>
        {save.error && (
          <p role="alert" className={styles.wrong}>
            {text(strings.notSaved, { reason: reasonOf(save.error) })}
          </p>
        )}
        <TextField
          type="url"
          label={strings.url}
          help={strings.urlHelp}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={form.url}
          error={trouble === 'noUrl' ? strings.noUrl : undefined}
          onChange={({ target }) => change({ url: target.value })}
        />
        <TextField
          label={strings.label}
          help={strings.labelHelp}
          maxLength={200}
          autoComplete="off"
          value={form.label}
          onChange={({ target }) => change({ label: target.value })}
        />
        <EventFields chosen={form.events} wrong={trouble === 'noEvent'} onChange={(events) => change({ events })} />
      </form>
    </Dialog>
  )
}

interface EventFieldsProps {
  readonly chosen: readonly WebhookEvent[]
  readonly wrong: boolean
  readonly onChange: (chosen: WebhookEvent[]) => void
}

const groups = Object.entries(webhookEventGroups) as readonly (readonly [WebhookEventGroup, readonly WebhookEvent[]])[]

function EventFields({ chosen, wrong, onChange }: EventFieldsProps) {
  const set = (events: readonly WebhookEvent[], on: boolean) =>
    onChange(webhookEvents.filter((event) => (events.includes(event) ? on : chosen.includes(event))))
  return (
    <fieldset className={styles.part}>
      <legend>{strings.hears}</legend>
      {wrong && (
        <p role="alert" className={styles.wrong}>
          {strings.noEvent}
        </p>
      )}
      <Checkbox
        checked={chosen.length === webhookEvents.length}
        mixed={chosen.length > 0 && chosen.length < webhookEvents.length}
        onCheckedChange={(on) => set(webhookEvents, on)}
      >
        {strings.all}
      </Checkbox>
      <div className={styles.groups}>
        {groups.map(([group, events]) => (
          <fieldset key={group} className={styles.group}>
            <legend>{strings.groups[group]}</legend>
            {events.map((event) => (
              <Checkbox key={event} checked={chosen.includes(event)} onCheckedChange={(on) => set([event], on)}>
                {strings.events[event]}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}
