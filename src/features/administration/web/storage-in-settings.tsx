import type { Project } from '#features/projects/projects.contract.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import type { ProjectSettingsAddition } from '#features/projects/web/project-points.ts'
import { atLeast } from '#shared/roles.ts'
import ProjectStorage from './ProjectStorage.tsx'

/** Storage use in a project's settings, for people who may change it. */
export function useStorageInSettings({ id, name, role }: Project): ProjectSettingsAddition {
  return atLeast(role, projectPolicy['project.edit']) ? { section: <ProjectStorage projectId={id} name={name} /> } : {}
}
