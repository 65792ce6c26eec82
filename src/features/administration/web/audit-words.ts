import type { AuditEntry } from '#features/administration/audit.contract.ts'
import { COMMAND_LINE } from '#shared/audit-kinds.ts'
import { text } from '#web/i18n/text.ts'
import { auditStrings as words } from './audit.strings.ts'

/**
 * The actor. A failed sign-in has none; an action without a session was the server's, or a command's on its machine.
 */
export function whoDid({ actor, kind, refs }: Pick<AuditEntry, 'actor' | 'kind' | 'refs'>): string {
  if (actor) return actor.name ?? words.gone
  if (refs['by'] === COMMAND_LINE) return words.commandLine
  return kind === 'sign_in.failed' ? words.stranger : words.server
}

/** How the subject relates to the action; for other kinds the name alone is clear. */
const bySubject: Partial<Record<AuditEntry['kind'], string>> = {
  'sign_in.failed': words.as,
  'admin.made': words.to,
  'admin.unmade': words.takenFrom,
  'organization.created': words.for,
  'password.reset': words.for,
  'admin.password_link': words.for,
  'admin.person_made': words.for,
  'admin.imported': words.for,
  'admin.quota_set': words.for,
  'token.revoked': words.of,
  'admin.session_ended': words.of,
}

/** The target of the action, how it was done, and from which address. */
export function detailsOf({ kind, subject, refs, project, organization, address }: AuditEntry): readonly string[] {
  const { role, way, byTokenId, signUp } = refs
  return [
    subject && text(bySubject[kind] ?? '{name}', { name: subject.name ?? words.gone }),
    kind === 'sign_in.failed' && !subject && text(words.as, { name: words.nobody }),
    role !== undefined && text(words.role, { role: words.roles[role] ?? role }),
    way !== undefined && text(words.way, { way: words.ways[way] ?? way }),
    signUp,
    project && (project.name ?? words.deleted),
    organization && (organization.name ?? words.deleted),
    byTokenId !== undefined && words.by,
    address !== null && text(words.from, { address }),
  ].filter((part): part is string => typeof part === 'string' && part !== '')
}
