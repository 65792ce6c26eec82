import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import type { OrganizationTargets } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { projectApi } from '../project-api.ts'
import { organizationTargetsQuery } from '../projects.client.ts'
import { TargetsFields } from './TargetsFields.tsx'
import { targetsOf, typedTargets, type TypedTargets } from './typed-targets.ts'
import { targetStrings as strings } from './targets.strings.ts'
import styles from './ProjectForms.module.css'

/** What an organization's projects ask of their files, unless they say it themselves. */
export default function OrganizationTargetsForm({ organizationId }: { readonly organizationId: string }) {
  const { data, error, refetch, isFetching } = useQuery(organizationTargetsQuery(organizationId))
  if (data) return <TargetsOfOrganization organizationId={organizationId} stored={data.targets} />
  return error ? (
    <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
      {text(strings.organizationFailed, { reason: reasonOf(error) })}
    </ErrorView>
  ) : (
    <SkeletonGroup>
      <Skeleton height={200} />
    </SkeletonGroup>
  )
}

interface TargetsOfOrganizationProps {
  readonly organizationId: string
  readonly stored: OrganizationTargets['targets']
}

function TargetsOfOrganization({ organizationId, stored }: TargetsOfOrganizationProps) {
  const [typed, setTyped] = useState<Partial<TypedTargets>>({})
  const before = typedTargets(stored ?? DEFAULT_TARGETS)
  const value = { ...before, ...typed }
  const targets = targetsOf(value)
  const save = useSaved(organizationId, () => setTyped({}))
  // What nobody has set can be saved as it is.
  const changed = stored === null || JSON.stringify(value) !== JSON.stringify(before)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (changed && targets) save.mutate(targets)
  }
  const remove = () =>
    save.mutate(null, {
      onSuccess: () => void toast({ text: strings.removed, undo: () => save.mutate(stored) }),
    })
  return (
    <form className={styles.section} onSubmit={send} aria-label={strings.heading}>
      <p className={styles.dim}>{strings.organizationWords}</p>
      {stored === null && <p className={styles.dim}>{strings.organizationNone}</p>}
      <TargetsFields
        value={value}
        stored={stored ?? DEFAULT_TARGETS}
        readOnly={false}
        onChange={(part) => {
          setTyped({ ...typed, ...part })
          save.reset()
        }}
      />
      {save.error && (
        <p role="alert" className={styles.wrong}>
          {text(strings.saveFailed, { reason: reasonOf(save.error) })}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={save.isPending} disabled={!changed || !targets}>
          {strings.save}
        </Button>
        {stored !== null && (
          <Button tone="quiet" disabled={save.isPending} onClick={remove}>
            {strings.removeOrganization}
          </Button>
        )}
        <output className={styles.said}>{save.isSuccess && !changed && strings.saved}</output>
      </div>
    </form>
  )
}

function useSaved(organizationId: string, onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (targets: OrganizationTargets['targets']) =>
      projectApi('PUT /api/organizations/:organizationId/targets', { params: { organizationId }, body: { targets } }),
    onSuccess: (answer) => {
      queries.setQueryData(organizationTargetsQuery(organizationId).queryKey, answer)
      onSaved()
    },
  })
}
