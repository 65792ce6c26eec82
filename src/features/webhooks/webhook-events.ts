import type { ProjectEventKind } from '#shared/event-kinds.ts'

/** The events of webhooks, grouped by noun. Each is an event of a project's stream, some under a plainer name. */
export const webhookEventGroups = {
  versions: [
    'version.added',
    'version.ready',
    'version.refused',
    'version.approved',
    'version.changes_asked',
    'approval.asked',
  ],
  tracks: ['track.added', 'track.final', 'track.not_final'],
  notes: ['note.added', 'note.replied', 'note.fixed', 'note.verified', 'note.reopened'],
  tasks: ['task.added', 'task.edited', 'task.todo', 'task.doing', 'task.fixed', 'task.verified', 'task.deleted'],
  people: ['share.opened', 'member.joined', 'member.left'],
} as const

export type WebhookEventGroup = keyof typeof webhookEventGroups
export type WebhookEvent = (typeof webhookEventGroups)[WebhookEventGroup][number]

export const webhookEvents: readonly WebhookEvent[] = Object.values(webhookEventGroups).flat()

/** Sent by "Send a test". */
export const TEST_EVENT = 'webhook.test'

const renamed: Readonly<Partial<Record<ProjectEventKind, WebhookEvent>>> = {
  'approval.approved': 'version.approved',
  'approval.changes_asked': 'version.changes_asked',
  'track.locked': 'track.final',
  'track.unlocked': 'track.not_final',
  'member.removed': 'member.left',
}

/** The public name of an event kind; undefined if it is not published. */
export function webhookEventOf(kind: string): WebhookEvent | undefined {
  return (
    (renamed as Readonly<Partial<Record<string, WebhookEvent>>>)[kind] ?? webhookEvents.find((event) => event === kind)
  )
}
