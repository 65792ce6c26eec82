import { useQuery } from '@tanstack/react-query'
import { Archive, Ellipsis, UserPlus } from 'lucide-react'
import { Fragment, use, useState } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import { atLeast } from '#shared/roles.ts'
import { loadWith } from '#web/extension/extension-point.ts'
import { text } from '#web/i18n/text.ts'
import { useOthersIn } from '#web/presence/use-people-here.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Tabs } from '#web/ui/list/Tabs.tsx'
import { AvatarStack } from '#web/ui/mark/Avatar.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { PageWithSide } from '#web/ui/page/PageWithSide.tsx'
import { lazyDialog, lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { memberColour } from '#web/ui/mark/author-colour.ts'
import { requestInvite, useInviteRequested } from './members/invite-request.ts'
import styles from './ProjectPage.module.css'
import { projectEntries } from './project-entries.ts'
import { ProjectMenuMore } from './project-menu.tsx'
import {
  type ProjectPageAddition,
  type ProjectPagePlace,
  type ProjectPageTab,
  projectPagePoint,
  projectSettingsPoint,
} from './project-points.ts'
import { projectStrings } from './projects.strings.ts'
import { CoverButton } from './cover/CoverButton.tsx'
import { projectCoverUrl } from './cover/cover-url.ts'
import { hasProjectHead } from './project-head-tabs.ts'
import { projectApi } from './project-api.ts'
import { ProjectName } from './ProjectName.tsx'
import { useProjectActions } from './use-project-actions.ts'

const InviteDialog = lazyDialog(() => import('./members/InviteDialog.tsx'))
const DeleteProjectDialog = lazyDialog(() => import('./settings/DeleteProjectDialog.tsx'))

interface ProjectPageProps extends ProjectPagePlace {
  /** From the URL. */
  readonly tab: string
  readonly onTab: (tab: string) => void
  readonly onLeave: () => void | Promise<void>
}

const shape = (
  <SkeletonGroup>
    <SkeletonRows face />
  </SkeletonGroup>
)
const MembersTab = lazyPanel(() => import('./members/MembersTab.tsx'), shape)
const ProjectSettingsTab = lazyPanel(
  () => loadWith(import('./settings/ProjectSettingsTab.tsx'), [projectSettingsPoint]),
  shape,
)

/** A project: its head, and a tab for each kind of content. */
export function ProjectPage({ project, tab, onTab, onLeave }: ProjectPageProps) {
  const { name } = project
  const { data: me } = useQuery(meQuery)
  const added = projectPagePoint.useParts({ project })
  const tabs: readonly ProjectPageTab[] = [
    ...added.flatMap((one) => one.tab ?? []),
    {
      name: 'members',
      label: projectStrings.tabs.members,
      count: project.members.length,
      content: <MembersTab project={project} myId={me?.id ?? ''} onLeft={onLeave} />,
    },
    {
      name: 'settings',
      label: projectStrings.tabs.settings,
      content: <ProjectSettingsTab project={project} onDeleted={onLeave} />,
    },
  ]
  const shown = tabs.find((one) => one.name === tab) ?? tabs[0]
  const hasHead = shown !== undefined && hasProjectHead(shown.name)
  return (
    <>
      <TopBar crumbs={[{ label: projectStrings.projects, href: '/' }, { label: name }]}>
        <ProjectTopActions {...{ project, onLeave }} />
      </TopBar>
      <PageWithSide>
        <PageBody>
          {hasHead ? (
            <ProjectHead {...{ project, added, shown }} />
          ) : (
            <VisuallyHidden>
              <h1>{name}</h1>
            </VisuallyHidden>
          )}
          <div className={hasHead ? undefined : styles.headless}>
            <Tabs
              label={text(projectStrings.sections, { name })}
              value={shown?.name ?? tab}
              onValueChange={onTab}
              tabs={tabs.map(({ name: value, label, count, content }) => ({ value, label, count, content }))}
            />
          </div>
        </PageBody>
      </PageWithSide>
    </>
  )
}

interface ProjectHeadProps extends ProjectPagePlace {
  readonly added: readonly ProjectPageAddition[]
  readonly shown: ProjectPageTab
}

function ProjectHead({ project, added, shown }: ProjectHeadProps) {
  const { description, archivedAt } = project
  return (
    <>
      <header className={styles.head}>
        <HeadCover project={project} />
        <div className={styles.words}>
          <ProjectName project={project} />
          <p className={styles.facts}>
            {archivedAt !== null && <Chip icon={Archive}>{projectStrings.shelves.archived}</Chip>}
            <span>{added.flatMap(({ fact }) => fact ?? []).join(' · ')}</span>
          </p>
        </div>
        {shown.actions !== undefined ? (
          <div className={styles.actions}>{shown.actions}</div>
        ) : (
          added.some(({ actions }) => actions) && (
            <div className={styles.actions}>
              {added.map(({ actions }, index) => (
                <Fragment key={index}>{actions}</Fragment>
              ))}
            </div>
          )
        )}
      </header>
      {description !== '' && <p className={styles.description}>{description}</p>}
    </>
  )
}

/** People who may edit the project can give it a picture. */
function HeadCover({ project }: Pick<ProjectPageProps, 'project'>) {
  const { id: projectId, name, role } = project
  const url = projectCoverUrl(project)
  if (!atLeast(role, projectPolicy['project.edit'])) return <ProjectCover id={projectId} imageUrl={url} size={56} />
  const params = { projectId }
  const send = (picture: string | null) =>
    picture === null
      ? projectApi('DELETE /api/projects/:projectId/cover', { params })
      : projectApi('PUT /api/projects/:projectId/cover', { params, body: { picture } })
  return <CoverButton id={projectId} owner={{ projectId, name, url, send }} size={56} />
}

type ProjectTopActionsProps = Pick<ProjectPageProps, 'project' | 'onLeave'>

function ProjectTopActions({ project, onLeave }: ProjectTopActionsProps) {
  const actions = useProjectActions()
  const [deleting, setDeleting] = useState(false)
  const inviting = useInviteRequested() === project.id
  const here = new Set(useOthersIn(project.id).map(({ person }) => person.id))
  // People who are present come first, so that they are not hidden in "+4".
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
      {mayInvite && (
        <IconButton icon={UserPlus} label={projectStrings.invite} onClick={() => requestInvite(project.id)} />
      )}
      {entries.some(Boolean) && (
        <Menu entries={entries} align="end">
          <IconButton icon={Ellipsis} label={text(projectStrings.projectMenu, { name: project.name })} />
        </Menu>
      )}
      {inviting && <InviteDialog project={project} onClose={() => requestInvite(null)} />}
      {deleting && <DeleteProjectDialog project={project} onClose={() => setDeleting(false)} onDeleted={onLeave} />}
    </>
  )
}
