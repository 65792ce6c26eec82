import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileAudio, FolderPlus, Share, X } from 'lucide-react'
import { useState } from 'react'
import type { ProjectCard } from '#features/projects/projects.contract.ts'
import { projectCoverUrl } from '#features/projects/web/cover/cover-url.ts'
import { arrangeProjects } from '#features/projects/web/list/project-order.ts'
import { projectsQuery } from '#features/projects/web/projects.client.ts'
import { allows } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { announce } from '#web/ui/overlay/announce.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { transferPolicy } from '../../transfers.policy.ts'
import { readSharedFiles, removeSharedFiles, type SharedFile } from './shared-files.ts'
import styles from './SharedFilesPage.module.css'
import { sharedFilesStrings as strings } from './shared-files.strings.ts'

interface SharedFilesPageProps {
  /** Why nothing was kept of what was shared. */
  readonly failed: 'room' | 'away' | undefined
  /** Opens the upload sheet of a project. */
  readonly onProject: (projectId: string, files: readonly SharedFile[]) => void
  /** Starts a project with them. */
  readonly onNew: (files: readonly SharedFile[]) => Promise<void>
}

const sharedKey = ['shared-files'] as const
/** More than fit on a phone are found by name. */
const FOUND_BY_NAME = 8

/** Files that another app has shared, and the projects that can take them. */
export function SharedFilesPage({ failed, onProject, onNew }: SharedFilesPageProps) {
  const { data: files, error } = useQuery({
    queryKey: sharedKey,
    queryFn: readSharedFiles,
    // In this browser already, and never written to its disk a second time.
    networkMode: 'always',
    meta: { private: true },
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <>
      <TopBar crumbs={[{ label: strings.title }]} />
      <PageBody>
        <div className={styles.page}>
          <h1>{strings.title}</h1>
          {files && files.length > 0 ? (
            <Shared files={files} onProject={onProject} onNew={onNew} />
          ) : error ? (
            <ErrorView error={error}>{text(strings.failed, { reason: reasonOf(error) })}</ErrorView>
          ) : (
            files && (
              <EmptyState
                icon={Share}
                title={failed === undefined ? strings.none : strings[failed]}
                action={<ButtonLink href="/">{strings.toProjects}</ButtonLink>}
              >
                {failed === 'room' ? strings.roomWords : failed === 'away' ? strings.awayWords : strings.noneWords}
              </EmptyState>
            )
          )}
        </div>
      </PageBody>
    </>
  )
}

interface SharedProps extends Pick<SharedFilesPageProps, 'onProject' | 'onNew'> {
  readonly files: readonly SharedFile[]
}

function Shared({ files, onProject, onNew }: SharedProps) {
  const queries = useQueryClient()
  const { mutate: start, isPending } = useMutation({ mutationFn: () => onNew(files) })
  const remove = useMutation({
    mutationFn: (one: SharedFile) => removeSharedFiles([one]),
    onSuccess: (_, { file }) => {
      announce(text(strings.removed, { name: file.name }))
      return queries.invalidateQueries({ queryKey: sharedKey })
    },
  })
  return (
    <>
      <p className={styles.quiet}>{text(strings.words, { count: files.length })}</p>
      <ul className={styles.files} aria-label={strings.files}>
        {files.map((one) => (
          <li key={one.key} className={styles.file}>
            <Icon of={FileAudio} />
            <span className={styles.name}>{one.file.name}</span>
            <span className={styles.quiet}>{formatBytes(one.file.size)}</span>
            <IconButton
              icon={X}
              label={text(strings.remove, { name: one.file.name })}
              onClick={() => remove.mutate(one)}
            />
          </li>
        ))}
      </ul>
      <section className={styles.projects} aria-label={strings.addTo}>
        <div className={styles.row}>
          <h2>{strings.addTo}</h2>
          <Button icon={FolderPlus} busy={isPending} onClick={() => start()}>
            {strings.newProject}
          </Button>
        </div>
        <ProjectChoice onChoose={({ id }) => onProject(id, files)} />
      </section>
    </>
  )
}

function ProjectChoice({ onChoose }: { readonly onChoose: (project: ProjectCard) => void }) {
  const { data, error, isFetching, refetch } = useQuery(projectsQuery('active'))
  const [find, setFind] = useState('')
  if (!data)
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(strings.projectsFailed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <SkeletonRows rows={3} end={0} />
      </SkeletonGroup>
    )
  const open = data.filter((project) => allows(project, transferPolicy['upload.add']))
  const shown = arrangeProjects(open, 'latest', find)
  if (open.length === 0)
    return (
      <p className={styles.quiet}>
        {strings.noProjects}. {strings.noProjectsWords}
      </p>
    )
  return (
    <>
      {open.length > FOUND_BY_NAME && <SearchField label={strings.find} value={find} onValueChange={setFind} />}
      {shown.length === 0 && <output className={styles.quiet}>{strings.noProject}</output>}
      <ul className={styles.list}>
        {shown.map((project) => (
          <li key={project.id}>
            <button type="button" className={styles.project} onClick={() => onChoose(project)}>
              <ProjectCover id={project.id} imageUrl={projectCoverUrl(project)} size={32} />
              <span className={styles.name}>{project.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
