/**
 * What can happen in a project, by the feature's noun and in the past tense. Each has words in the project's history, unless it
 * is one of its `untoldKinds`.
 */
export const projectEventKinds = [
  'project.created', 'project.edited', 'project.archived', 'project.unarchived', 'project.deleted', 'project.restored',
  'member.joined', 'member.left', 'member.edited', 'member.removed', 'member.restored',
  'invite.added', 'invite.revoked',
  'share.added', 'share.edited', 'share.revoked', 'share.restored', 'share.rotated', 'share.opened', 'share.named',
  'track.added', 'track.edited', 'track.ordered', 'track.status_set', 'track.current_set', 'track.locked', 'track.unlocked', 'track.archived', 'track.unarchived', 'track.deleted', 'track.restored',
  'version.added', 'version.edited', 'version.checking', 'version.ready', 'version.refused', 'version.renewed', 'version.deleted', 'version.restored',
  'note.added', 'note.imported', 'note.named', 'note.replied', 'note.edited', 'note.fixed', 'note.verified', 'note.reopened', 'note.deleted', 'note.restored', 'note.claimed',
  'reaction.set',
  'round.opened', 'round.closed', 'round.sent',
  'approval.asked', 'approval.cancelled', 'approval.approved', 'approval.changes_asked',
  'task.added', 'task.edited', 'task.todo', 'task.doing', 'task.fixed', 'task.verified', 'task.deleted', 'task.restored',
  'task.item_added', 'task.item_edited', 'task.item_done', 'task.item_undone', 'task.item_deleted', 'task.item_restored',
  'start.added', 'start.cancelled', 'start.restored', 'tick.set',
  'webhook.added', 'webhook.edited', 'webhook.deleted', 'webhook.off',
  'comparison.ready', 'comparison.failed', 'spectrogram.ready', 'spectrogram.failed',
] as const
export type ProjectEventKind = (typeof projectEventKinds)[number]

/** What is told to a person alone; some of what happens in projects is told there as well. */
export type PersonEventKind = ProjectEventKind | 'session.changed' | 'people.changed' | 'trash.emptied' | 'organization.changed' | 'token.changed' | 'inbox.added' | 'inbox.read' | 'inbox.settings_set'
