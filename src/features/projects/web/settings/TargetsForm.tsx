import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { DeliveryTargets } from '#audio/delivery-targets.ts'
import type { Project } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { projectApi } from '../project-api.ts'
import { readProjectAgain } from '../use-project-actions.ts'
import { TargetsFields } from './TargetsFields.tsx'
import { targetsOf, typedTargets, type TypedTargets } from './typed-targets.ts'
import { targetStrings as strings } from './targets.strings.ts'
import styles from './ProjectForms.module.css'

interface SentTargets {
  /** Null: those of the organization. */
  readonly targets: DeliveryTargets | null
  readonly sent: Partial<TypedTargets>
}

/** What the project's files should be. Only what is typed here replaces what somebody else sets meanwhile. */
export function TargetsForm({ project, mayEdit }: { readonly project: Project; readonly mayEdit: boolean }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Partial<TypedTargets>>({})
  // The organization's were taken as a start for the project's own, which are not saved yet.
  const [wantsOwn, setWantsOwn] = useState(false)
  const { organizationTargets } = project
  const isInherited = project.targetsFrom === 'organization'
  const readOnly = !mayEdit || (isInherited && !wantsOwn)
  const stored = typedTargets(project.targets)
  const value = { ...stored, ...typed }
  const targets = targetsOf(value)
  const save = useMutation({
    mutationFn: ({ targets: body }: SentTargets) =>
      projectApi('PATCH /api/projects/:projectId', { params: { projectId: project.id }, body: { targets: body } }),
    onSuccess: async (_, { sent }) => {
      await readProjectAgain(queries, project.id)
      setTyped((now) => withoutSent(now, sent))
      setWantsOwn(false)
    },
  })
  const changed = JSON.stringify(value) !== JSON.stringify(stored) || (isInherited && wantsOwn)
  const change = (part: Partial<TypedTargets>) => {
    setTyped({ ...typed, ...part })
    save.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (changed && targets) save.mutate({ targets, sent: typed })
  }
  const inherit = (organization: string) => {
    const own = project.targets
    save.mutate(
      { targets: null, sent: typed },
      {
        onSuccess: () =>
          void toast({
            text: text(strings.inherited, { name: project.name, organization }),
            undo: () => save.mutate({ targets: own, sent: {} }),
          }),
      },
    )
  }
  return (
    <form className={styles.section} onSubmit={send} aria-label={strings.heading}>
      <div className={styles.form}>
        <h2>{strings.heading}</h2>
        <p className={styles.dim}>{mayEdit ? strings.words : strings.readOnly}</p>
      </div>
      {organizationTargets && (
        <div className={styles.actions}>
          <span className={styles.source}>
            {isInherited && !wantsOwn ? text(strings.from, organizationTargets) : strings.own}
          </span>
          {mayEdit &&
            (isInherited ? (
              <Button size="small" aria-pressed={wantsOwn} onClick={() => setWantsOwn(!wantsOwn)}>
                {wantsOwn ? text(strings.keepInherited, organizationTargets) : strings.ownInstead}
              </Button>
            ) : (
              <Button size="small" onClick={() => inherit(organizationTargets.organization)}>
                {text(strings.inheritedInstead, organizationTargets)}
              </Button>
            ))}
        </div>
      )}
      <TargetsFields value={value} stored={project.targets} readOnly={readOnly} onChange={change} />
      {save.error && (
        <p role="alert" className={styles.wrong}>
          {reasonOf(save.error)}
        </p>
      )}
      {!readOnly && (
        <div className={styles.actions}>
          <Button type="submit" busy={save.isPending} disabled={!changed || !targets}>
            {strings.save}
          </Button>
          <output className={styles.said}>{save.isSuccess && !changed && strings.saved}</output>
        </div>
      )}
    </form>
  )
}

/** What was typed while the rest was being saved stays. */
function withoutSent(typed: Partial<TypedTargets>, sent: Partial<TypedTargets>): Partial<TypedTargets> {
  const isNew = ([name, value]: [string, string]) => sent[name as keyof TypedTargets] !== value
  return Object.fromEntries(Object.entries(typed).filter(isNew))
}
