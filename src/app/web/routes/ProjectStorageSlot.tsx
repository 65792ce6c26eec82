import ProjectStorage from '#features/administration/web/ProjectStorage.tsx'
import type { Project } from '#features/projects/projects.contract.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import { atLeast } from '#shared/roles.ts'

/** What a project's files take, for whoever may change it. */
export default function ProjectStorageSlot({ project: { id, name, role } }: { readonly project: Project }) {
  return atLeast(role, projectPolicy['project.edit']) ? <ProjectStorage projectId={id} name={name} /> : null
}
