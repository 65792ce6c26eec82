import type { ProjectEventKind } from '#shared/event-kinds.ts'

/** The filters of a project's history, with the nouns of their events. */
export const topicNouns = {
  tracks: ['track', 'version', 'start', 'file', 'stage'],
  notes: ['note', 'round'],
  tasks: ['task', 'start'],
  approvals: ['approval'],
  people: ['member', 'invite', 'share'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/**
 * Kinds left out of the history: measured again, made on view, reactions, ticks, mentions in imported notes, and
 * changes of files that not everybody may see.
 */
export const untoldKinds: readonly ProjectEventKind[] = [
  'version.remeasured',
  'comparison.ready',
  'comparison.failed',
  'spectrogram.ready',
  'spectrogram.failed',
  'reaction.set',
  'tick.set',
  'note.named',
  'invite.requested',
  'invite.answered',
  'file.changed',
]

export type ActivityTopic = keyof typeof topicNouns
export const activityTopics: readonly ActivityTopic[] = ['tracks', 'notes', 'tasks', 'approvals', 'people']
