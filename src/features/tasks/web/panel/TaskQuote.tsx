import { Pause, Play, Repeat } from 'lucide-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { SaidFiles } from '#features/notes/web/card/SaidFiles.tsx'
import { NoteText } from '#features/notes/web/card/NoteText.tsx'
import type { Note } from '#features/notes/notes.contract.ts'
import { personOf } from '#features/tracks/web/people-names.ts'
import { trackHref } from '#features/tracks/web/track-links.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { Seconds } from '#shared/units.ts'
import { formatPosition, formatTenths } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { useFollow, useListeningSnapshot } from '#web/player/use-listening.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { authorToken } from '#web/ui/mark/author-colour.ts'
import { RangeWave } from '#web/waveform/RangeWave.tsx'
import type { Task } from '../../tasks.contract.ts'
import { type TaskSounds, useTaskSound } from '../dialog/task-sound.ts'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskQuote.module.css'
import { taskPanelStrings } from './task-panel.strings.ts'

interface TaskQuoteProps {
  readonly project: ProjectDetails
  readonly task: Task
  readonly sounds: TaskSounds
  /** Once it is read. */
  readonly whole: Note | undefined
}

/** The note that a task came from, and its range on the wave, which plays here and in the bar. */
export function TaskQuote({ project, task, sounds, whole }: TaskQuoteProps) {
  const { note, fromSeconds, trackId } = task
  if (!note && (fromSeconds === null || trackId === null || !sounds.has(trackId))) return null
  return (
    <div className={styles.quote}>
      {note && <QuotedNote project={project} note={note} whole={whole} />}
      {note && <NoteElsewhere project={project} noteOn={note.trackId} trackId={trackId} />}
      <QuotedRange project={project} task={task} sounds={sounds} />
    </div>
  )
}

interface NoteElsewhereProps extends Pick<TaskQuoteProps, 'project'> {
  readonly noteOn: string
  readonly trackId: string | null
}

/** After a task was moved to another track, its note is about other music than its range. */
function NoteElsewhere({ project: { tracks }, noteOn, trackId }: NoteElsewhereProps) {
  if (noteOn === trackId) return null
  const titleOf = (id: string | null) => tracks.find((track) => track.id === id)?.title ?? taskPanelStrings.otherTrack
  return (
    <p className={styles.elsewhere}>
      {trackId === null
        ? text(taskPanelStrings.noteElsewhereWhole, { other: titleOf(noteOn) })
        : text(taskPanelStrings.noteElsewhere, { other: titleOf(noteOn), track: titleOf(trackId) })}
    </p>
  )
}

interface QuotedNoteProps extends Omit<TaskQuoteProps, 'sounds' | 'task'> {
  readonly note: NonNullable<Task['note']>
}

function QuotedNote({ project, note, whole }: QuotedNoteProps) {
  const name = note.authorName ?? taskStrings.someone
  const author = personOf(project.members, note.authorId) ?? { name, colour: 1 }
  return (
    <div className={styles.note}>
      <div className={styles.by}>
        <Avatar person={author} size="small" decorative />
        <UiLink
          href={trackHref(project.id, note.trackId, { at: note.fromSeconds, noteId: note.id })}
          className={styles.author}
          title={taskPanelStrings.openNote}
        >
          <VisuallyHidden>{taskStrings.noteBy} </VisuallyHidden>
          {name}
          <VisuallyHidden>
            {' '}
            {text(taskPanelStrings.noteWhere, { number: note.versionNumber })} {formatPosition(note.fromSeconds)}
          </VisuallyHidden>
        </UiLink>
        <span className={styles.when}>
          {text(taskPanelStrings.noteWhere, { number: note.versionNumber })}, <RelativeTime at={note.createdAt} short />
          {note.fixedInNumber !== null && ` · ${text(taskStrings.fixedIn, { number: note.fixedInNumber })}`}
        </span>
      </div>
      {whole ? (
        <div className={styles.words}>
          {whole.body !== '' && <NoteText said={whole} />}
          <SaidFiles said={whole} projectId={project.id} />
        </div>
      ) : (
        <p className={styles.words}>{note.text}</p>
      )}
    </div>
  )
}

/** What is drawn around a place without an end. */
const around = { before: 4, after: 8 } as const

function QuotedRange({ project, task, sounds }: Omit<TaskQuoteProps, 'whole'>) {
  const sound = useTaskSound(task, sounds)
  const follow = useFollow()
  const { loop } = useListeningSnapshot()
  const { fromSeconds: from, toSeconds: to, trackId } = task
  if (!sound || from === null || trackId === null) return null
  const { heard, playing, isHere, toggle } = sound
  const { durationSeconds } = heard.playable
  const pad = to === null ? null : Math.max(1, (to - from) * 0.25)
  const view = {
    from: Math.max(0, from - (pad ?? around.before)),
    to: Math.min(durationSeconds, (to ?? from) + (pad ?? around.after)),
  }
  const share = (at: Seconds) => `${((at - view.from) / (view.to - view.from)) * 100}%`
  const author = personOf(project.members, task.note?.authorId ?? task.createdBy)
  const look: CSSProperties = {
    left: share(from),
    width: to === null ? 0 : `calc(${share(to)} - ${share(from)})`,
    ...(author && ({ '--author': authorToken(author.colour) } as CSSProperties)),
  }
  const times = to === null ? formatTenths(from) : `${formatTenths(from)} – ${formatTenths(to)}`
  const isLooped = isHere && to !== null && loop?.inAt === from && loop.outAt === to
  return (
    <>
      <div className={styles.wave}>
        <span className={styles.wash} style={look} />
        <RangeWave
          url={heard.peaks.url}
          facts={heard.peaks.facts}
          from={view.from}
          to={view.to}
          playhead={isHere ? follow : undefined}
        />
      </div>
      <div className={styles.tools}>
        <IconButton
          icon={playing ? Pause : Play}
          size="small"
          label={playing ? taskStrings.pause : text(taskStrings.play, { range: times })}
          onClick={toggle}
          onPointerEnter={listening.prepare}
        />
        <span className={styles.times}>
          {isHere ? (
            <>
              <Clock /> {text(taskPanelStrings.inRange, { range: times })}
            </>
          ) : (
            times
          )}
        </span>
        <span className={styles.gap} />
        {to !== null && isHere && (
          <IconButton
            icon={Repeat}
            size="small"
            label={taskPanelStrings.loop}
            pressed={isLooped}
            onClick={() => listening.state().player?.setLoop(isLooped ? undefined : { inAt: from, outAt: to })}
          />
        )}
        <ButtonLink href={trackHref(project.id, trackId, { at: from })} size="small" tone="quiet">
          {taskPanelStrings.openTrack}
        </ButtonLink>
      </div>
    </>
  )
}

/** The playhead's time, written in each frame in which it moves. */
function Clock() {
  const follow = useFollow()
  const words = useRef<HTMLElement>(null)
  useEffect(
    () =>
      follow((at) => {
        if (words.current) words.current.textContent = formatPosition(at)
      }),
    [follow],
  )
  return <b ref={words} className={styles.clock} />
}
