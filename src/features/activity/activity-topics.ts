import type { ProjectEventKind } from '#shared/event-kinds.ts'

/** The filters of a project's history, with the nouns of their events. */
export const topicNouns = {
  tracks: ['track', 'version', 'start', 'stage'],
  notes: ['note', 'round'],
  tasks: ['task', 'start'],
  approvals: ['approval'],
  people: ['member', 'invite', 'share'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Kinds left out of the history: measured again, made on view, reactions, ticks, and mentions in imported notes. */
export const untoldKinds: readonly ProjectEventKind[] = [
  'version.remeasured',
  'comparison.ready',
  'comparison.failed',
  'spectrogram.ready',
  'spectrogram.failed',
  'reaction.set',
  'tick.set',
  'note.named',
]

export type ActivityTopic = keyof typeof topicNouns
export const activityTopics: readonly ActivityTopic[] = ['tracks', 'notes', 'tasks', 'approvals', 'people']
