import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { organizationsQuery, organizationTeamsQuery } from '#features/organizations/web/organizations.client.ts'
import type { Project } from '../../projects.contract.ts'
import { BelongingFields, type BelongingFieldsProps } from './BelongingFields.tsx'
import { belongingOf, type Belonging } from './belonging.ts'
import { ProjectBelongingForm } from './ProjectBelongingForm.tsx'

/** The choice of an organization for a new project; renders nothing if the user is in none. */
export default function BelongingChoice(props: Pick<BelongingFieldsProps, 'value' | 'onChange'>) {
  const choices = useChoices(props.value.organizationId)
  return choices.organizations.length === 0 ? null : <BelongingFields {...props} {...choices} />
}

/** The same for an existing project, in its settings. */
export function BelongingSection({ project }: { readonly project: Project }) {
  const [chosen, setChosen] = useState<Belonging | null>(null)
  const choices = useChoices((chosen ?? belongingOf(project)).organizationId)
  if (choices.organizations.length === 0 && project.organizationId === null) return null
  return <ProjectBelongingForm project={project} chosen={chosen} onChoose={setChosen} {...choices} />
}

function useChoices(organizationId: string | null): Pick<BelongingFieldsProps, 'organizations' | 'teams'> {
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const isMine = organizations.some(({ id }) => id === organizationId)
  const { data: teams = [] } = useQuery({ ...organizationTeamsQuery(organizationId ?? ''), enabled: isMine })
  return { organizations, teams }
}
