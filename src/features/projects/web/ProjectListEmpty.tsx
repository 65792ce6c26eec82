import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Archive, AudioLines, ChevronRight, Search, Upload, UserRound, type LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useFileDrop } from '#web/ui/use-file-drop.ts'
import { EmptyWave } from './EmptyWave.tsx'
import type { ProjectListView, ProjectListViewProps } from './project-list-view.ts'
import { projectListsKey } from './projects.client.ts'
import { projectStrings } from './projects.strings.ts'
import { emptyListStrings } from './empty-list.strings.ts'
import styles from './ProjectListEmpty.module.css'

export interface FirstProjectProps extends Pick<ProjectListViewProps, 'onViewChange'> {
  readonly onStart: () => void
  readonly onOpen: (projectId: string) => void
  /** Makes a project to try things out with. */
  readonly makeSample: () => Promise<{ readonly projectId: string }>
  /** Starts a project with these files; without it none can be dropped. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined
}

/** The whole page is the drop area; what else one can begin with stands below. */
export function FirstProject({ onFiles, onStart, onOpen, onViewChange, makeSample }: FirstProjectProps) {
  const sample = useSampleProject(makeSample, onOpen)
  const navigate = useNavigate()
  return (
    <div className={styles.page}>
      {onFiles ? <DropZone onFiles={onFiles} onStart={onStart} /> : <StartZone onStart={onStart} />}
      <ul className={styles.next} aria-label={emptyListStrings.nextSteps}>
        <Step
          icon={AudioLines}
          title={emptyListStrings.sample}
          words={emptyListStrings.sampleWords}
          busy={sample.isPending}
          onSelect={() => sample.mutate()}
        />
        <Step
          icon={UserRound}
          title={emptyListStrings.yourAccount}
          words={emptyListStrings.yourAccountWords}
          onSelect={() => void navigate({ to: '/account' })}
        />
        <Step
          icon={Archive}
          title={emptyListStrings.putAway}
          words={emptyListStrings.putAwayWords}
          onSelect={() => onViewChange({ show: 'archived' })}
        />
      </ul>
    </div>
  )
}

function DropZone({
  onFiles,
  onStart,
}: Required<Pick<FirstProjectProps, 'onStart'>> & { readonly onFiles: (files: readonly File[]) => void }) {
  const area = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const over = useFileDrop(area, onFiles)
  return (
    <section ref={area} className={classNames(styles.zone, over && styles.over)} aria-label={emptyListStrings.dropHere}>
      <EmptyWave />
      <h2 className={styles.title}>{emptyListStrings.dropHere}</h2>
      <p className={styles.words}>{emptyListStrings.dropWords}</p>
      <div className={styles.buttons}>
        <Button tone="primary" size="large" icon={Upload} onClick={() => input.current?.click()}>
          {emptyListStrings.chooseFiles}
        </Button>
        <Button size="large" onClick={onStart}>
          {emptyListStrings.startEmpty}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Emptied, so that choosing the same file again counts as a choice.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </section>
  )
}

function StartZone({ onStart }: Pick<FirstProjectProps, 'onStart'>) {
  return (
    <section className={styles.zone}>
      <EmptyWave />
      <h2 className={styles.title}>{emptyListStrings.startHere}</h2>
      <p className={styles.words}>{emptyListStrings.startWords}</p>
      <div className={styles.buttons}>
        <Button tone="primary" size="large" onClick={onStart}>
          {projectStrings.newProject}
        </Button>
      </div>
    </section>
  )
}

interface StepProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly words: string
  readonly busy?: boolean
  readonly onSelect: () => void
}

function Step({ icon, title, words, busy = false, onSelect }: StepProps) {
  return (
    <li className={styles.step}>
      <button type="button" className={styles.stepButton} aria-busy={busy} onClick={busy ? undefined : onSelect}>
        {busy ? <Spinner /> : <Icon of={icon} size={20} className={styles.stepIcon} />}
        <span className={styles.stepTitle}>{title}</span>
        <span className={styles.stepWords}>{words}</span>
        <Icon of={ChevronRight} className={styles.stepGo} />
      </button>
    </li>
  )
}

function useSampleProject(makeSample: FirstProjectProps['makeSample'], onOpen: (projectId: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: makeSample,
    onSuccess: async ({ projectId }) => {
      await queries.invalidateQueries({ queryKey: projectListsKey })
      onOpen(projectId)
    },
    onError: (error) =>
      toast({ tone: 'error', text: text(emptyListStrings.sampleFailed, { reason: reasonOf(error) }) }),
  })
}

interface EmptyShelfProps {
  readonly view: ProjectListView
  readonly onShowAll: () => void
}

/** Nothing on this shelf, or nothing that is called so. */
export function EmptyShelf({ view: { find, waiting }, onShowAll }: EmptyShelfProps) {
  const all = <Button onClick={onShowAll}>{emptyListStrings.showAll}</Button>
  if (find !== '')
    return (
      <EmptyState icon={Search} title={emptyListStrings.nothingFound} action={all}>
        {text(emptyListStrings.nothingFoundWords, { find })}
      </EmptyState>
    )
  if (waiting)
    return (
      <EmptyState icon={Search} title={emptyListStrings.noneWaiting} action={all}>
        {emptyListStrings.noneWaitingWords}
      </EmptyState>
    )
  return (
    <EmptyState icon={Archive} title={emptyListStrings.noArchived} action={all}>
      {emptyListStrings.noArchivedWords}
    </EmptyState>
  )
}
