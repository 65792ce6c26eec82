import type { ProjectEventKind } from '#shared/event-kinds.ts'

/** What a project's history can be narrowed to, with the nouns of its events. */
export const topicNouns = {
  tracks: ['track', 'version', 'start'],
  notes: ['note', 'round'],
  tasks: ['task', 'start'],
  approvals: ['approval'],
  people: ['member', 'invite', 'share'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** What is made because somebody looked, a nod and a tick, are no history; nor is whom many notes at once name. */
export const untoldKinds: readonly ProjectEventKind[] = [
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
