import type { AuditEntry } from '#features/administration/audit.contract.ts'
import { COMMAND_LINE } from '#shared/audit-kinds.ts'
import { text } from '#web/i18n/text.ts'
import { auditStrings as words } from './audit.strings.ts'

/** Who did it. A failed sign-in is nobody's; what nobody signed in did was the server, or a command at its machine. */
export function whoDid({ actor, kind, refs }: Pick<AuditEntry, 'actor' | 'kind' | 'refs'>): string {
  if (actor) return actor.name ?? words.gone
  if (refs['by'] === COMMAND_LINE) return words.commandLine
  return kind === 'sign_in.failed' ? words.stranger : words.server
}

/** What it was done to, how and from where. */
export function detailsOf({ kind, subject, refs, project, organization, address }: AuditEntry): readonly string[] {
  const { role, way, byTokenId, signUp } = refs
  return [
    subject && text(kind === 'sign_in.failed' ? words.as : kind === 'admin.unmade' ? words.of : words.to, { name: subject.name ?? words.gone }),
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
