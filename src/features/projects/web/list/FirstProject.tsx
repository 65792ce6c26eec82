import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, AudioLines, ChevronRight, Keyboard, type LucideIcon, Trash2, Upload, UserPlus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Spinner } from '#web/ui/mark/Spinner.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { projectListsKey } from '../projects.client.ts'
import { projectStrings } from '../projects.strings.ts'
import styles from './FirstProject.module.css'
import { firstProjectStrings } from './first-project.strings.ts'
import type { ProjectListViewProps } from './project-list-view.ts'

const FiveKeysDialog = lazyDialog(() => import('./FiveKeysDialog.tsx'))

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
  /** Starts a project, and invites people to it as soon as it is there. */
  readonly onInvite: () => void
  readonly onOpen: (projectId: string) => void
  /** Creates a sample project. */
  readonly makeSample: () => Promise<{ readonly projectId: string }>
  /** Creates a project with these files; if omitted, files cannot be dropped. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined
  /** What is still to be set up on the server. */
  readonly setup: ReactNode
}

/** The whole page is the drop area, with other ways to begin below. */
export function FirstProject({
  onFiles,
  onStart,
  onInvite,
  onOpen,
  onViewChange,
  makeSample,
  setup,
}: FirstProjectProps) {
  const sample = useSampleProject(makeSample, onOpen)
  const [learning, setLearning] = useState(false)
  return (
    <div className={styles.page}>
      {onFiles ? <DropZone onFiles={onFiles} onStart={onStart} /> : <StartZone onStart={onStart} />}
      <ul className={styles.next} aria-label={firstProjectStrings.nextSteps}>
        <Step
          icon={UserPlus}
          title={firstProjectStrings.invite}
          words={firstProjectStrings.inviteWords}
          onSelect={onInvite}
        />
        <Step
          icon={AudioLines}
          title={firstProjectStrings.sample}
          words={firstProjectStrings.sampleWords}
          busy={sample.isPending}
          onSelect={() => sample.mutate()}
        />
        <Step
          icon={Keyboard}
          title={firstProjectStrings.fiveKeys}
          words={firstProjectStrings.fiveKeysWords}
          onSelect={() => setLearning(true)}
        />
      </ul>
      {setup}
      <p className={styles.away}>
        <Button tone="quiet" size="small" icon={Archive} onClick={() => onViewChange({ show: 'archived' })}>
          {firstProjectStrings.archived}
        </Button>
        <ButtonLink tone="quiet" size="small" icon={Trash2} href="/trash">
          {firstProjectStrings.trash}
        </ButtonLink>
      </p>
      {learning && <FiveKeysDialog onClose={() => setLearning(false)} />}
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
    <section
      ref={area}
      className={classNames(styles.zone, over && styles.over)}
      aria-label={firstProjectStrings.dropHere}
    >
      <EmptyWave />
      <h2 className={styles.title}>{firstProjectStrings.dropHere}</h2>
      <p className={styles.words}>{firstProjectStrings.dropWords}</p>
      <div className={styles.buttons}>
        <Button tone="primary" size="large" icon={Upload} onClick={() => input.current?.click()}>
          {firstProjectStrings.chooseFiles}
        </Button>
        <Button size="large" onClick={onStart}>
          {firstProjectStrings.startEmpty}
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
      <h2 className={styles.title}>{firstProjectStrings.startHere}</h2>
      <p className={styles.words}>{firstProjectStrings.startWords}</p>
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
      toast({ tone: 'error', text: text(firstProjectStrings.sampleFailed, { reason: reasonOf(error) }) }),
  })
}
