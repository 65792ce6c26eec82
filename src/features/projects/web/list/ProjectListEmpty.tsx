import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Archive, AudioLines, ChevronRight, type LucideIcon, Search, Upload, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Spinner } from '#web/ui/mark/Spinner.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import styles from './ProjectListEmpty.module.css'
import type { ProjectListView, ProjectListViewProps } from './project-list-view.ts'
import { projectListsKey } from '../projects.client.ts'
import { projectStrings } from '../projects.strings.ts'

/** Texts for an empty list: no project yet, or none in this view. */
const emptyListStrings = {
  noneWaiting: 'You’re all caught up',
  noneWaitingWords: 'No track of these projects waits for your approval.',
  dropHere: 'Drop a bounce to start a project',
  dropWords: 'WAV, AIFF, FLAC, MP3 or M4A. The file name becomes the track, and the original is kept bit for bit.',
  startWords: 'A project holds the versions of your tracks, what is to be done about them, and the people who listen.',
  startHere: 'Start your first project',
  chooseFiles: 'Choose files',
  startEmpty: 'Start without a file',
  nextSteps: 'Next steps',
  yourAccount: 'Make it yours',
  yourAccountWords: 'Name, username, dark or light',
  putAway: 'Archive and trash',
  putAwayWords: 'Archived and deleted projects',
  sample: 'Open the sample project',
  sampleWords: 'A song in three versions, to try out',
  sampleFailed: 'The sample project could not be made. {reason}',
  nothingFound: 'No projects found',
  nothingFoundWords: 'Nothing here matches “{find}”.',
  showAll: 'Show all',
  noArchived: 'No archived projects',
  noArchivedWords: 'Archive a project when it is done. It keeps everything and leaves the list.',
} as const

const bars = [
  5, 6, 6, 7, 6, 7, 8, 6, 9, 8, 12, 14, 12, 17, 13, 19, 16, 15, 12, 22, 38, 26, 21, 30, 25, 35, 44, 31, 40, 33, 52, 36,
  28, 38, 24, 33, 22, 25, 21, 23, 34, 19, 9, 7, 8, 6, 7, 5, 6, 4, 4,
] as const
const played = 17
const heightPx = 88

/** Decoration of an empty page: a short wave, partly played. */
function EmptyWave() {
  return (
    <svg
      className={styles.wave}
      viewBox={`0 0 ${bars.length * 6} ${heightPx}`}
      width={bars.length * 6}
      height={heightPx}
      aria-hidden
    >
      {bars.map((bar, index) => (
        <rect
          key={index}
          x={index * 6}
          y={(heightPx - bar * 1.6) / 2}
          width={3}
          height={bar * 1.6}
          className={index < played ? styles.played : styles.ahead}
        />
      ))}
    </svg>
  )
}

export interface FirstProjectProps extends Pick<ProjectListViewProps, 'onViewChange'> {
  readonly onStart: () => void
  readonly onOpen: (projectId: string) => void
  /** Creates a sample project. */
  readonly makeSample: () => Promise<{ readonly projectId: string }>
  /** Creates a project with these files; if omitted, files cannot be dropped. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined
}

/** The whole page is the drop area, with other ways to begin below. */
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
          // Cleared, so that choosing the same file again fires a change event.
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

/** No project in this view, or none that matches the search. */
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
