import { useEffect, useRef, useState } from 'react'
import { atLeast } from '#shared/roles.ts'
import { text } from '#web/i18n/text.ts'
import { InPlaceField } from '#web/ui/form/InPlaceField.tsx'
import { projectPolicy } from '../projects.policy.ts'
import { endNamingOffer, isNamingOffered } from './naming-store.ts'
import styles from './ProjectPage.module.css'
import type { ProjectPagePlace } from './project-points.ts'
import { projectStrings } from './projects.strings.ts'
import { useProjectActions } from './use-project-actions.ts'

/** A project's name; for editors a press makes it a field. After a drop that made the project it is one already. */
export function ProjectName({ project }: ProjectPagePlace) {
  const { id, name, role } = project
  const [naming, setNaming] = useState(() => isNamingOffered(id))
  const actions = useProjectActions()
  const button = useRef<HTMLButtonElement>(null)
  const wasNaming = useRef(false)
  useEffect(() => {
    if (wasNaming.current && !naming && document.activeElement === document.body) button.current?.focus()
    wasNaming.current = naming
    if (naming) endNamingOffer()
  }, [naming])
  if (!atLeast(role, projectPolicy['project.edit'])) return <h1 className={styles.name}>{name}</h1>
  const label = text(projectStrings.rename, { name })
  if (naming)
    return (
      <h1>
        <InPlaceField
          label={label}
          value={name}
          className={styles.nameField}
          onDone={(next) => {
            setNaming(false)
            if (next !== null) actions.rename(project, next)
          }}
        />
      </h1>
    )
  return (
    <h1 className={styles.name}>
      <button ref={button} type="button" className={styles.nameButton} title={label} onClick={() => setNaming(true)}>
        {name}
      </button>
    </h1>
  )
}
