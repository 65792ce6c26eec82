/** What a project's history can be narrowed to, with the nouns of its events. */
export const topicNouns = {
  tracks: ['track', 'version', 'start'],
  notes: ['note', 'round'],
  tasks: ['task', 'start'],
  approvals: ['approval'],
  people: ['member', 'invite', 'share'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ActivityTopic = keyof typeof topicNouns
export const activityTopics: readonly ActivityTopic[] = ['tracks', 'notes', 'tasks', 'approvals', 'people']
