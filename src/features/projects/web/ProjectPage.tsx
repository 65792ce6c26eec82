import { Archive, Ellipsis, UserPlus } from 'lucide-react'
import { use, useState, type ReactNode } from 'react'
import type { Membership, Project } from '#features/projects/projects.contract.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import { atLeast } from '#shared/roles.ts'
import { text } from '#web/i18n/text.ts'
import { ProjectCover } from '#web/ui/ProjectCover.tsx'
import { useOthersIn } from '#web/presence/use-people-here.ts'
import { AvatarStack } from '#web/ui/Avatar.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { PageBody } from '#web/ui/PageBody.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { memberColour } from './member-colour.ts'
import { ProjectMenuMore } from './project-menu.ts'
import { projectEntries } from './project-entries.ts'
import { projectStrings } from './projects.strings.ts'
import { useProjectActions } from './use-project-actions.ts'
import styles from './ProjectPage.module.css'

const DeleteProjectDialog = lazyDialog(() => import('./DeleteProjectDialog.tsx'))

export type ProjectTabName = keyof typeof projectStrings.tabs

export interface ProjectPanel {
  readonly name: ProjectTabName
  readonly count?: number | undefined
  readonly content: ReactNode
}

interface ProjectPageProps {
  readonly project: Project & { readonly members: readonly Membership[] }
  /** What is in it, in one line: "8 tracks · 27:58 · 2.9 GB". */
  readonly facts: string
  /** Play all, Upload. */
  readonly actions?: ReactNode
  readonly panels: readonly ProjectPanel[]
  readonly tab: ProjectTabName
  readonly onTab: (tab: ProjectTabName) => void
  readonly onLeave: () => void | Promise<void>
}

export function ProjectPage({ project, facts, actions, panels, tab, onTab, onLeave }: ProjectPageProps) {
  const { id, name, description, archivedAt } = project
  const shown = panels.some((panel) => panel.name === tab) ? tab : (panels[0]?.name ?? tab)
  return (
    <>
      <TopBar crumbs={[{ label: projectStrings.projects, href: '/' }, { label: name }]}>
        <ProjectTopActions {...{ project, onTab, onLeave }} />
      </TopBar>
      <PageBody>
        <header className={styles.head}>
          <ProjectCover id={id} size={96} />
          <div className={styles.words}>
            <h1 className={styles.name}>{name}</h1>
            <p className={styles.facts}>
              {archivedAt !== null && <Chip icon={Archive}>{projectStrings.shelves.archived}</Chip>}
              <span>{facts}</span>
            </p>
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
        {description !== '' && <p className={styles.description}>{description}</p>}
        <Tabs
          label={text(projectStrings.sections, { name })}
          value={shown}
          onValueChange={onTab}
          tabs={panels.map((panel) => ({
            value: panel.name,
            label: projectStrings.tabs[panel.name],
            count: panel.count,
            content: panel.content,
          }))}
        />
      </PageBody>
    </>
  )
}

type ProjectTopActionsProps = Pick<ProjectPageProps, 'project' | 'onTab' | 'onLeave'>

function ProjectTopActions({ project, onTab, onLeave }: ProjectTopActionsProps) {
  const actions = useProjectActions()
  const [deleting, setDeleting] = useState(false)
  const here = new Set(useOthersIn(project.id).map(({ person }) => person.id))
  // Who is here stands first, so that nobody of them is only a number.
  const people = project.members
    .map(({ person, joinOrder }) => ({
      name: person.name,
      imageUrl: person.image,
      colour: memberColour(joinOrder),
      live: here.has(person.id),
    }))
    .sort((a, b) => Number(b.live) - Number(a.live))
  const mayInvite = atLeast(project.role, projectPolicy['invite.manage'])
  const entries = projectEntries(project, actions, () => setDeleting(true), use(ProjectMenuMore)(project)).slice(1)
  return (
    <>
      <span className={styles.people}>
        <AvatarStack people={people} />
      </span>
      {mayInvite && <IconButton icon={UserPlus} label={projectStrings.showMembers} onClick={() => onTab('members')} />}
      {entries.some(Boolean) && (
        <Menu entries={entries} align="end">
          <IconButton icon={Ellipsis} label={text(projectStrings.projectMenu, { name: project.name })} />
        </Menu>
      )}
      {deleting && <DeleteProjectDialog project={project} onClose={() => setDeleting(false)} onDeleted={onLeave} />}
    </>
  )
}
