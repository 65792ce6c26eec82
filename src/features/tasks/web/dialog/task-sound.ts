import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import type { Task } from '../../tasks.contract.ts'

/** What plays for the tasks of a track: its current version, by track id. */
export type TaskSounds = ReadonlyMap<string, Heard>

let playing: string | null = null
const listeners = new Listeners()

function setPlaying(taskId: string): void {
  playing = taskId
  listeners.tell()
}

interface TaskSound {
  readonly heard: Heard
  readonly playing: boolean
  /** It is what the player has. */
  readonly isHere: boolean
  readonly toggle: () => void
}

/**
 * Plays a task's position on its track without leaving the page, looping its range. Undefined for tasks without a
 * playable position.
 */
export function useTaskSound(task: Task, sounds: TaskSounds): TaskSound | undefined {
  const last = useSyncExternalStore(listeners.add, () => playing)
  const { heard: current } = useListening()
  const { wantsToPlay } = useListeningSnapshot()
  const heard = task.trackId === null ? undefined : sounds.get(task.trackId)
  if (!heard || task.fromSeconds === null) return undefined
  const isHere = last === task.id && current?.versionId === heard.versionId
  const isPlaying = isHere && wantsToPlay
  const toggle = () => (isPlaying ? listening.state().player?.pause() : playTask(task, sounds))
  return { heard, playing: isPlaying, isHere, toggle }
}

export function playTask(task: Task, sounds: TaskSounds): void {
  const { id, trackId, fromSeconds, toSeconds } = task
  const heard = trackId === null ? undefined : sounds.get(trackId)
  if (!heard || fromSeconds === null) return
  setPlaying(id)
  listening.hear(heard, {
    at: fromSeconds,
    ...(toSeconds !== null && { loop: { inAt: fromSeconds, outAt: toSeconds } }),
  })
  // Without an end there is no loop; also removes another task's loop.
  if (toSeconds === null) listening.state().player?.setLoop(undefined)
}

/** Whether a press was on the task itself, not on a control in it. */
export function isPlain(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, [role="menu"], [role="dialog"]') === null
}
