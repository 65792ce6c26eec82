import { expect, test } from 'vitest'
import type { AuditEntry } from '#features/administration/audit.contract.ts'
import { detailsOf } from './audit-words.ts'
import { auditStrings } from './audit.strings.ts'

const nobody = { actor: null, address: null, project: null, organization: null }
const entry: AuditEntry = {
  ...nobody,
  id: '1',
  at: 0,
  kind: 'account.created',
  subject: { id: '2', name: 'Nora' },
  refs: {},
}
const line = (kind: AuditEntry['kind'], role?: string) =>
  [auditStrings.kinds[kind], ...detailsOf({ ...entry, kind, refs: role === undefined ? {} : { role } })].join(' · ')

test.each([
  ['organization.member_removed', 'removed a member · Nora'],
  ['member.removed', 'removed a member, or left · Nora'],
  ['member.restored', 'restored a member · Nora'],
  ['admin.made', 'made someone a server admin · to Nora'],
  ['admin.unmade', 'removed a server admin · from Nora'],
  ['admin.disabled', 'disabled an account · Nora'],
  ['admin.enabled', 'enabled an account · Nora'],
  ['admin.signed_out', 'signed someone out everywhere · Nora'],
  ['admin.session_ended', 'ended a session · of Nora'],
  ['admin.password_link', 'created a password link · for Nora'],
  ['admin.person_made', 'created an account · for Nora'],
  ['admin.imported', 'imported a project · for Nora'],
  ['password.reset', 'set a new password · for Nora'],
  ['token.revoked', 'revoked an API token · of Nora'],
  ['organization.created', 'created the organization · for Nora'],
  ['sign_in.failed', 'failed to sign in · for the account of Nora'],
] as const)('whom %s is about reads as English', (kind, words) => {
  expect(line(kind)).toBe(words)
})

test('a changed role names the member and what they are now', () => {
  expect(line('organization.role_changed', 'admin')).toBe('changed the role of a member · Nora · as admin')
  expect(line('member.changed', 'listener')).toBe('changed what a member can do · Nora · as listener')
})
