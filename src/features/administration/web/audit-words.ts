import type { AuditEntry } from '#features/administration/audit.contract.ts'
import { COMMAND_LINE } from '#shared/audit-kinds.ts'
import { text } from '#web/i18n/text.ts'
import { auditStrings as strings } from './audit.strings.ts'

/**
 * The actor. A failed sign-in has none; an action without a session was the server's, or a command's on its machine.
 */
export function whoDid({ actor, kind, refs }: Pick<AuditEntry, 'actor' | 'kind' | 'refs'>): string {
  if (actor) return actor.name ?? strings.gone
  if (refs['by'] === COMMAND_LINE) return strings.commandLine
  return kind === 'sign_in.failed' ? strings.stranger : strings.server
}

/** How the subject relates to the action; for other kinds the name alone is clear. */
const bySubject: Partial<Record<AuditEntry['kind'], string>> = {
  'sign_in.failed': strings.as,
  'admin.made': strings.to,
  'admin.unmade': strings.takenFrom,
  'organization.created': strings.for,
  'password.reset': strings.for,
  'admin.password_link': strings.for,
  'admin.person_made': strings.for,
  'admin.imported': strings.for,
  'admin.quota_set': strings.for,
  'token.revoked': strings.of,
  'admin.session_ended': strings.of,
}

/** The target of the action, how it was done, and from which address. */
export function detailsOf({ kind, subject, refs, project, organization, address }: AuditEntry): readonly string[] {
  const { role, way, byTokenId, signUp } = refs
  return [
    subject && text(bySubject[kind] ?? '{name}', { name: subject.name ?? strings.gone }),
    kind === 'sign_in.failed' && !subject && text(strings.as, { name: strings.nobody }),
    role !== undefined && text(strings.role, { role: strings.roles[role] ?? role }),
    way !== undefined && text(strings.way, { way: strings.ways[way] ?? way }),
    signUp,
    project && (project.name ?? strings.deleted),
    organization && (organization.name ?? strings.deleted),
    byTokenId !== undefined && strings.by,
    address !== null && text(strings.from, { address }),
  ].filter((part): part is string => typeof part === 'string' && part !== '')
}
