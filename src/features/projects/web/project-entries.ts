import { Archive, ArchiveRestore, FolderOpen, Settings, Trash2, UserPlus } from 'lucide-react'
import type { ProjectCard } from '#features/projects/projects.contract.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import { atLeast } from '#shared/roles.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { projectStrings } from './projects.strings.ts'
import type { ProjectActions } from './use-project-actions.ts'

/** Entries of a project's ⋯ and context menu for the user's role. */
export function projectEntries(
  project: Pick<ProjectCard, 'id' | 'name' | 'role' | 'archivedAt'>,
  actions: ProjectActions,
  onDelete: () => void,
  more: readonly MenuEntry[] = [],
): readonly MenuEntry[] {
  const { id, role, archivedAt } = project
  const mayEdit = atLeast(role, projectPolicy['project.edit'])
  const to = (tab: string) => `/?${new URLSearchParams({ projectId: id, tab })}`
  return [
    { kind: 'link', label: projectStrings.open, icon: FolderOpen, href: `/?${new URLSearchParams({ projectId: id })}` },
    atLeast(role, projectPolicy['invite.manage']) && {
      kind: 'link',
      label: projectStrings.showMembers,
      icon: UserPlus,
      href: to('members'),
    },
    mayEdit && { kind: 'link', label: projectStrings.settings, icon: Settings, href: to('settings') },
    ...more,
    mayEdit && { kind: 'separator' },
    mayEdit &&
      archivedAt === null && {
        kind: 'action',
        label: projectStrings.archive,
        icon: Archive,
        onSelect: () => actions.archive(project),
      },
    mayEdit &&
      archivedAt !== null && {
        kind: 'action',
        label: projectStrings.unarchive,
        icon: ArchiveRestore,
        onSelect: () => actions.unarchive(project),
      },
    atLeast(role, projectPolicy['project.delete']) && {
      kind: 'action',
      label: projectStrings.deleteProject,
      icon: Trash2,
      tone: 'danger',
      onSelect: onDelete,
    },
  ]
}
