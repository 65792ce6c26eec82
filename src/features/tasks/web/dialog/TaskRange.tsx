import { Pause, Play } from 'lucide-react'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { useFollow } from '#web/player/use-listening.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { MiniWave } from '#web/waveform/MiniWave.tsx'
import type { Task } from '../../tasks.contract.ts'
import { useTaskSound, type TaskSounds } from './task-sound.ts'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskRange.module.css'

interface TaskRangeProps {
  readonly task: Task
  readonly sounds: TaskSounds
  /** Lists have space only for the times. */
  readonly withWave?: boolean
}

/** A task's position on its track: a press plays it. */
export function TaskRange({ task, sounds, withWave = false }: TaskRangeProps) {
  const follow = useFollow()
  const sound = useTaskSound(task, sounds)
  const { fromSeconds: from, toSeconds: to } = task
  if (from === null) return null
  const times = to === null ? formatDuration(from) : `${formatDuration(from)} – ${formatDuration(to)}`
  if (!sound) return <span className={styles.times}>{times}</span>
  const { heard, playing, toggle } = sound
  const length = heard.playable.durationSeconds
  return (
    <button
      type="button"
      className={styles.range}
      data-wave={withWave}
      onClick={toggle}
      onPointerEnter={listening.prepare}
      aria-label={playing ? taskStrings.pause : text(taskStrings.play, { range: times })}
    >
      <Icon of={playing ? Pause : Play} size={14} />
      {withWave && (
        <span className={styles.wave}>
          <span
            className={styles.place}
            style={{
              left: `${(from / length) * 100}%`,
              width: `${(Math.max(0, (to ?? from) - from) / length) * 100}%`,
            }}
          />
          <MiniWave
            url={heard.peaks.url}
            facts={heard.peaks.facts}
            className={styles.mini ?? ''}
            {...(playing && { playhead: follow })}
          />
        </span>
      )}
      <span className={styles.times}>{times}</span>
    </button>
  )
}
