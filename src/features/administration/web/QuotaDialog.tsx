import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import styles from './Administration.module.css'
import { administrationApi, storageKey } from './administration.client.ts'
import { quotaStrings as strings } from './quota.strings.ts'

export interface QuotaOwner {
  readonly whose: 'projects' | 'organizations'
  readonly id: string
  readonly name: string
  /** Set by an admin: 0 is no limit, null means the configured default. */
  readonly ownQuotaBytes: number | null
  readonly configuredBytes: number | null
  readonly usedBytes: number
}

const ways = ['configured', 'none', 'own'] as const
type Way = (typeof ways)[number]

/** Sets the quota of a project, or of an organization's projects together. */
export default function QuotaDialog({ owner, onClose }: { readonly owner: QuotaOwner; readonly onClose: () => void }) {
  const { whose, id: ownerId, name, ownQuotaBytes, configuredBytes, usedBytes } = owner
  const id = useId()
  const queries = useQueryClient()
  const [way, setWay] = useState<Way>(ownQuotaBytes === null ? 'configured' : ownQuotaBytes === 0 ? 'none' : 'own')
  const [gigabytes, setGigabytes] = useState(String((ownQuotaBytes || configuredBytes || 10e9) / 1e9))
  const [asked, setAsked] = useState(false)
  const typedBytes = bytesOf(gigabytes)
  const save = useMutation({
    mutationFn: () => {
      const body = { quotaBytes: way === 'configured' ? null : way === 'none' ? 0 : typedBytes }
      return whose === 'projects'
        ? administrationApi('PATCH /api/admin/quotas/projects/:ownerId', { params: { ownerId }, body })
        : administrationApi('PATCH /api/admin/quotas/organizations/:organizationId', {
            params: { organizationId: ownerId },
            body,
          })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: storageKey })
      toast({ text: text(strings.saved, { name }) })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!save.isPending && (way !== 'own' || typedBytes !== null)) save.mutate()
  }
  const limit = way === 'own' ? typedBytes : way === 'configured' ? configuredBytes : null
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={text(strings.title, { name })}
      description={strings.words}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" form={id} tone="primary" busy={save.isPending}>
            {strings.save}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className={styles.section} noValidate>
        {save.error && (
          <p role="alert" className={styles.wrong}>
            {text(strings.notSaved, { reason: reasonOf(save.error) })}
          </p>
        )}
        <SegmentedControl
          label={strings.choice}
          value={way}
          segments={ways.map((value) => ({ value, label: strings.ways[value] }))}
          onValueChange={(next) => {
            setWay(next)
            save.reset()
          }}
        />
        {way === 'own' ? (
          <TextField
            label={strings.gigabytes}
            inputMode="decimal"
            autoComplete="off"
            value={gigabytes}
            after={strings.unit}
            error={asked && typedBytes === null ? strings.wrong : undefined}
            onChange={({ target }) => {
              setGigabytes(target.value)
              save.reset()
            }}
          />
        ) : (
          <p className={styles.dim}>
            {way === 'none'
              ? strings.noneHelp
              : configuredBytes === null
                ? strings.configuredNone
                : text(strings.configured, { size: formatBytes(configuredBytes) })}
          </p>
        )}
        {limit !== null && limit < usedBytes && (
          <p className={styles.dim} role="status">
            {text(strings.below, { used: formatBytes(usedBytes) })}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** Null if it is not a number. A decimal comma is accepted. */
function bytesOf(gigabytes: string): number | null {
  const bytes = Math.round(Number(gigabytes.trim().replace(',', '.')) * 1e9)
  return gigabytes.trim() !== '' && bytes >= 1 && bytes <= 1e15 ? bytes : null
}
