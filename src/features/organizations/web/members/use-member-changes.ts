import { useQueryClient } from '@tanstack/react-query'
import type { OrganizationMember, OrganizationRole } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { organizationCall } from '../organization-call.ts'
import { organizationMembersQuery } from '../organizations.client.ts'
import { organizationStrings } from '../organizations.strings.ts'
import { useOrganizationAct } from '../use-organization-act.ts'

export interface MemberChanges {
  /** Optimistic, with an undo in the toast. */
  readonly setRoles: (member: OrganizationMember, roles: readonly OrganizationRole[]) => void
  readonly remove: (member: OrganizationMember) => void
  readonly busy: boolean
}

export function useMemberChanges(organizationId: string): MemberChanges {
  const queries = useQueryClient()
  const { act, busy } = useOrganizationAct(organizationId)
  const failedFor =
    ({ person: { name } }: OrganizationMember) =>
    (reason: string) =>
      text(organizationStrings.changeFailed, { name, reason })
  const setRoles = (member: OrganizationMember, roles: readonly OrganizationRole[], undone = false) => {
    queries.setQueryData(organizationMembersQuery(organizationId).queryKey, (before) =>
      before?.map((one) => (one.id === member.id ? { ...one, roles: [...roles] } : one)),
    )
    const named = roles.map((role) => organizationStrings.roleNames[role]).join(', ')
    act({
      carryOut: () => organizationCall('update-member-role', { organizationId, memberId: member.id, role: roles }),
      tell: () =>
        toast({
          text: text(organizationStrings.rolesChanged, { name: member.person.name, roles: named }),
          ...(!undone && { undo: () => setRoles(member, member.roles, true) }),
        }),
      failed: failedFor(member),
    })
  }
  return {
    setRoles,
    remove: (member) =>
      act({
        carryOut: () => organizationCall('remove-member', { organizationId, memberIdOrEmail: member.id }),
        tell: () => toast({ text: text(organizationStrings.removed, { name: member.person.name }) }),
        failed: failedFor(member),
      }),
    busy,
  }
}
