/** What is written down with who, when and from where; what a person did or had done to them, past tense. */
export const auditKinds = [
  'account.created', 'account.deleted', 'account.exported', 'sign_in.done', 'sign_in.failed', 'sessions.ended', 'password.changed', 'password.reset', 'email.changed', 'way.added', 'way.removed', 'token.made', 'token.revoked',
  'member.changed', 'member.removed', 'member.restored', 'invite.made', 'invite.revoked', 'invite.restored', 'invite.mailed', 'invite.accepted',
  'share.made', 'share.changed', 'share.revoked', 'share.restored', 'share.rotated', 'original.downloaded', 'archive.downloaded',
  'webhook.made', 'webhook.changed', 'webhook.deleted', 'webhook.rotated',
  'project.deleted', 'project.restored', 'project.erased', 'track.deleted', 'track.restored', 'track.erased', 'version.deleted', 'version.restored', 'version.erased',
  'organization.created', 'organization.changed', 'organization.deleted', 'organization.role_changed', 'organization.member_removed', 'organization.left', 'organization.invited', 'organization.invite_revoked', 'organization.joined',
  'admin.made', 'admin.unmade', 'admin.disabled', 'admin.enabled', 'admin.signed_out', 'admin.session_ended', 'admin.password_link', 'admin.settings_changed', 'admin.quota_set', 'admin.jobs_retried', 'admin.job_discarded', 'admin.log_exported', 'admin.person_made', 'admin.imported', 'admin.exported', 'admin.backed_up', 'admin.swept', 'admin.restored', 'admin.store_moved',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** Stands in `by` of what an admin did at the server’s own machine, where nobody is signed in. */
export const COMMAND_LINE = 'command-line'

/** The first parts of the kinds, as `share`. */
export const auditTopics: readonly string[] = [...new Set(auditKinds.map((kind) => kind.slice(0, kind.indexOf('.'))))]
