import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { use, useState } from 'react'
import type { ProjectCard } from '#features/projects/projects.contract.ts'
import { formatAgo, formatDateTime } from '#web/i18n/format-date.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { AvatarStack } from '#web/ui/mark/Avatar.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { memberColour } from '#web/ui/mark/author-colour.ts'
import styles from './ProjectTile.module.css'
import { projectEntries } from '../project-entries.ts'
import type { ProjectWaiting } from './project-list-view.ts'
import { ProjectMenuMore } from '../project-menu.tsx'
import { NextDue, UnreadDot } from './project-marks.tsx'
import { projectCoverUrl } from '../cover/cover-url.ts'
import { projectStrings } from '../projects.strings.ts'
import { useProjectActions } from '../use-project-actions.ts'

const DeleteProjectDialog = lazyDialog(() => import('../settings/DeleteProjectDialog.tsx'))

/** A project in the list. */
export function ProjectTile({
  project,
  waiting,
  unread,
}: {
  readonly project: ProjectCard
  readonly waiting: ProjectWaiting | undefined
  readonly unread: number
}) {
  const actions = useProjectActions()
  const [deleting, setDeleting] = useState(false)
  const { id, name, trackCount, openNoteCount, openTaskCount, sizeBytes, members, memberCount } = project
  const entries = projectEntries(project, actions, () => setDeleting(true), use(ProjectMenuMore)(project))
  const facts = [
    text(projectStrings.tracks, { count: trackCount }),
    openNoteCount > 0 && text(projectStrings.openNotes, { count: openNoteCount }),
    openTaskCount > 0 && text(projectStrings.openTasks, { count: openTaskCount }),
    waiting && text(projectStrings.awaitingApproval, { count: waiting.all }),
    sizeBytes > 0 && formatBytes(sizeBytes),
  ]
  const people = members.map((member) => ({
    name: member.name,
    imageUrl: member.image,
    colour: memberColour(member.joinOrder),
  }))
  return (
    <ContextMenu entries={entries}>
      <article className={styles.tile}>
        <div className={styles.cover}>
          <ProjectCover id={id} imageUrl={projectCoverUrl(project)} size="fill" />
        </div>
        <div className={styles.words}>
          <h2 className={styles.name} title={name}>
            <Link to="/" search={{ projectId: id }} className={styles.open}>
              {name}
            </Link>
            <UnreadDot count={unread} />
          </h2>
          <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
          <NextDue project={project} />
          {waiting && waiting.mine > 0 && (
            <p className={styles.mine}>{text(projectStrings.waitsForYou, { count: waiting.mine })}</p>
          )}
        </div>
        <div className={styles.foot}>
          <AvatarStack people={people} most={memberCount > 4 ? 3 : 4} />
          <When project={project} />
        </div>
        <div className={styles.menu}>
          <Menu entries={entries} align="end">
            <IconButton
              icon={Ellipsis}
              label={text(projectStrings.projectMenu, { name })}
              size="small"
              className={styles.more}
            />
          </Menu>
        </div>
        {deleting && <DeleteProjectDialog project={project} onClose={() => setDeleting(false)} />}
      </article>
    </ContextMenu>
  )
}

function When({ project: { lastVersionAt, archivedAt } }: { readonly project: ProjectCard }) {
  const at = archivedAt ?? lastVersionAt
  if (at === null) return <span className={styles.when}>{projectStrings.noVersion}</span>
  const message = archivedAt === null ? projectStrings.lastVersion : projectStrings.archivedWhen
  const when = formatAgo(at)
  return (
    <time
      className={styles.when}
      dateTime={new Date(at).toISOString()}
      title={`${text(message, { when })}\n${formatDateTime(at)}`}
    >
      {archivedAt === null ? when : text(message, { when })}
    </time>
  )
}
