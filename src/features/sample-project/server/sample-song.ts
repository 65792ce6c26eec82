import type { TaskPriority, TaskState } from '#features/tasks/task-choices.ts'
import type { SONG_MIXES } from '#audio/song.ts'
import type { WavEncoding } from '#audio/wav-file.ts'
import type { Hertz, Seconds } from '#shared/units.ts'

export interface SampleVersion {
  readonly mix: keyof typeof SONG_MIXES
  readonly fileName: string
  readonly changelog: string
  readonly sampleRate: Hertz
  readonly encoding: WavEncoding
}

/** Three bounces as in a real session: all but the last have a flaw for the analysis to find. */
export const SAMPLE_VERSIONS: readonly SampleVersion[] = [
  {
    mix: 'rough',
    fileName: 'Night Drive_rough_44k16.wav',
    changelog: 'First rough',
    sampleRate: 44_100,
    encoding: 's16',
  },
  {
    mix: 'loud',
    fileName: 'Night Drive_mix2_48k24.wav',
    changelog: 'Lead up, louder master',
    sampleRate: 48_000,
    encoding: 's24',
  },
  {
    mix: 'fixed',
    fileName: 'Night Drive_mix3_48k24.wav',
    changelog: 'Master turned down, drums out of the bridge',
    sampleRate: 48_000,
    encoding: 's24',
  },
]

export interface SampleTask {
  readonly title: string
  readonly description: string
  readonly priority: TaskPriority
  readonly state: TaskState
  readonly fromSeconds: Seconds | null
  readonly toSeconds: Seconds | null
}
