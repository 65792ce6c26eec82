import type { AuditEntry } from '#features/administration/audit.contract.ts'
import { text } from '#web/i18n/text.ts'
import { auditStrings as words } from './audit.strings.ts'

/** Who did it. A failed sign-in is nobody's; what came from no address the server did, or its command line. */
export function whoDid({ actor, kind }: Pick<AuditEntry, 'actor' | 'kind'>): string {
  if (actor) return actor.name ?? words.gone
  return kind === 'sign_in.failed' ? words.stranger : words.server
}

/** What it was done to, how and from where. */
export function detailsOf({ kind, subject, refs, project, organization, address }: AuditEntry): readonly string[] {
  const { role, way, byTokenId, signUp } = refs
  return [
    subject && text(kind === 'sign_in.failed' ? words.as : words.to, { name: subject.name ?? words.gone }),
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
