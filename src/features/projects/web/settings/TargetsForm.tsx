import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { DeliveryTargets } from '#audio/delivery-targets.ts'
import type { Project } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { projectApi } from '../project-api.ts'
import { readProjectAgain } from '../use-project-actions.ts'
import { sampleRateOptions, bitDepthOptions, targetsOf, typedTargets, type TypedTargets } from './typed-targets.ts'
import { targetStrings as words } from './targets.strings.ts'
import styles from './ProjectForms.module.css'

/** What the project's files should be. Only what is typed here replaces what somebody else sets meanwhile. */
export function TargetsForm({ project, mayEdit }: { readonly project: Project; readonly mayEdit: boolean }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Partial<TypedTargets>>({})
  const stored = typedTargets(project.targets)
  const value = { ...stored, ...typed }
  const targets = targetsOf(value)
  const save = useMutation({
    mutationFn: ({ targets: body }: { readonly targets: DeliveryTargets; readonly sent: Partial<TypedTargets> }) =>
      projectApi('PATCH /api/projects/:projectId', { params: { projectId: project.id }, body: { targets: body } }),
    onSuccess: async (_, { sent }) => {
      await readProjectAgain(queries, project.id)
      setTyped((now) => withoutSent(now, sent))
    },
  })
  const changed = JSON.stringify(value) !== JSON.stringify(stored)
  const change = (part: Partial<TypedTargets>) => {
    setTyped({ ...typed, ...part })
    save.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (changed && targets) save.mutate({ targets, sent: typed })
  }
  const level = (name: keyof TypedTargets, label: string, unit: string, limits: { min: number; max: number }) => (
    <TextField
      type="number"
      inputMode="decimal"
      step="any"
      label={label}
      value={value[name]}
      readOnly={!mayEdit}
      placeholder={words.any}
      after={<span className={styles.dim}>{unit}</span>}
      {...limits}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  return (
    <form className={styles.section} onSubmit={send} aria-label={words.heading}>
      <div className={styles.form}>
        <h2>{words.heading}</h2>
        <p className={styles.dim}>{mayEdit ? words.words : words.readOnly}</p>
      </div>
      <div className={styles.pair}>
        {level('loudness', words.loudness, 'LUFS', { min: -60, max: 0 })}
        {level('truePeak', words.truePeak, 'dBTP', { min: -20, max: 0 })}
        <Select
          label={words.sampleRate}
          options={sampleRateOptions(project.targets.sampleRate)}
          value={value.sampleRate}
          disabled={!mayEdit}
          onValueChange={(sampleRate) => change({ sampleRate })}
        />
        <Select
          label={words.bitDepth}
          options={bitDepthOptions(project.targets.bitDepth)}
          value={value.bitDepth}
          disabled={!mayEdit}
          onValueChange={(bitDepth) => change({ bitDepth })}
        />
        {level('headSeconds', words.head, 's', { min: 0, max: 60 })}
        {level('tailSeconds', words.tail, 's', { min: 0, max: 60 })}
      </div>
      {save.error && (
        <p role="alert" className={styles.wrong}>
          {reasonOf(save.error)}
        </p>
      )}
      {mayEdit && (
        <div className={styles.actions}>
          <Button type="submit" busy={save.isPending} disabled={!changed || !targets}>
            {words.save}
          </Button>
          <output className={styles.said}>{save.isSuccess && !changed && words.saved}</output>
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
