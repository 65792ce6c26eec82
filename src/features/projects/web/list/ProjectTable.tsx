import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { use, useState } from 'react'
import type { ProjectCard } from '#features/projects/projects.contract.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Table, TableCell, TableRow, type TableColumn } from '#web/ui/list/Table.tsx'
import { AvatarStack } from '#web/ui/mark/Avatar.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { memberColour } from '#web/ui/mark/author-colour.ts'
import { projectCoverUrl } from '../cover/cover-url.ts'
import { projectEntries } from '../project-entries.ts'
import { ProjectMenuMore } from '../project-menu.tsx'
import { projectStrings } from '../projects.strings.ts'
import { useProjectActions } from '../use-project-actions.ts'
import type { ProjectWaiting } from './project-list-view.ts'
import { NextDue, UnreadDot } from './project-marks.tsx'
import styles from './ProjectTable.module.css'

const DeleteProjectDialog = lazyDialog(() => import('../settings/DeleteProjectDialog.tsx'))

const { columns: words } = projectStrings
const columns: readonly TableColumn[] = [
  { key: 'name', label: words.name },
  { key: 'tracks', label: words.tracks, width: 68, numeric: true, from: 640 },
  { key: 'notes', label: words.notes, width: 96, numeric: true },
  { key: 'tasks', label: words.tasks, width: 96, numeric: true, from: 820 },
  { key: 'approvals', label: words.approvals, width: 92, numeric: true, from: 940 },
  { key: 'due', label: words.due, width: 140, from: 640 },
  { key: 'people', label: words.people, width: 128, from: 1090 },
  { key: 'size', label: words.size, width: 84, numeric: true, from: 940 },
  { key: 'latest', label: words.latest, width: 112, numeric: true, from: 820 },
  { key: 'menu', label: words.menu, labelHidden: true, width: 48 },
]

interface ProjectTableProps {
  readonly projects: readonly ProjectCard[]
  readonly waitings: ReadonlyMap<string, ProjectWaiting>
  readonly unread: ReadonlyMap<string, number>
}

/** The list of projects, one line each. */
export default function ProjectTable({ projects, waitings, unread }: ProjectTableProps) {
  return (
    <Table label={projectStrings.table} columns={columns}>
      {projects.map((project) => (
        <ProjectRow
          key={project.id}
          project={project}
          waiting={waitings.get(project.id)}
          unread={unread.get(project.id) ?? 0}
        />
      ))}
    </Table>
  )
}

interface ProjectRowProps {
  readonly project: ProjectCard
  readonly waiting: ProjectWaiting | undefined
  readonly unread: number
}

function ProjectRow({ project, waiting, unread }: ProjectRowProps) {
  const actions = useProjectActions()
  const [deleting, setDeleting] = useState(false)
  const { id, name, trackCount, openNoteCount, openTaskCount, sizeBytes, members, memberCount } = project
  const entries = projectEntries(project, actions, () => setDeleting(true), use(ProjectMenuMore)(project))
  const at = project.archivedAt ?? project.lastVersionAt
  const people = members.map((member) => ({
    name: member.name,
    imageUrl: member.image,
    colour: memberColour(member.joinOrder),
  }))
  return (
    <ContextMenu entries={entries}>
      <TableRow className={styles.row}>
        <TableCell className={styles.cell}>
          <span className={styles.titled}>
            <ProjectCover id={id} imageUrl={projectCoverUrl(project)} size={24} />
            <Link to="/" search={{ projectId: id }} className={styles.open} title={name}>
              {name}
            </Link>
            <UnreadDot count={unread} />
          </span>
        </TableCell>
        <Count count={trackCount} from={640} />
        <Count count={openNoteCount} />
        <Count count={openTaskCount} from={820} />
        <TableCell numeric from={940} className={styles.cell}>
          {waiting ? (
            <span
              className={waiting.mine > 0 ? styles.mine : undefined}
              title={
                waiting.mine > 0
                  ? text(projectStrings.waitsForYou, { count: waiting.mine })
                  : text(projectStrings.awaitingApproval, { count: waiting.all })
              }
            >
              {waiting.all}
            </span>
          ) : (
            <None />
          )}
        </TableCell>
        <TableCell from={640} className={styles.cell}>
          {project.nextDueOn === null ? <None /> : <NextDue project={project} inColumn />}
        </TableCell>
        <TableCell from={1090} className={styles.cell}>
          <AvatarStack people={people} most={memberCount > 4 ? 3 : 4} />
        </TableCell>
        <TableCell numeric quiet from={940} className={styles.cell}>
          {sizeBytes > 0 ? formatBytes(sizeBytes) : <None />}
        </TableCell>
        <TableCell numeric quiet from={820} className={styles.cell}>
          {at === null ? <None /> : <RelativeTime at={at} short />}
        </TableCell>
        <TableCell numeric className={styles.cell}>
          <Menu entries={entries} align="end">
            <IconButton icon={Ellipsis} label={text(projectStrings.projectMenu, { name })} size="small" />
          </Menu>
          {deleting && <DeleteProjectDialog project={project} onClose={() => setDeleting(false)} />}
        </TableCell>
      </TableRow>
    </ContextMenu>
  )
}

function Count({ count, from }: { readonly count: number; readonly from?: 640 | 820 }) {
  return (
    <TableCell numeric from={from} className={styles.cell}>
      {count > 0 ? count : <None />}
    </TableCell>
  )
}

function None() {
  return (
    <span className={styles.none} aria-hidden>
      –
    </span>
  )
}
