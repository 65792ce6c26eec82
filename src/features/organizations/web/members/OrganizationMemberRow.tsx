import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Ellipsis, LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { organizationRoles } from '#features/organizations/member-roles.ts'
import type {
  Organization,
  OrganizationMember,
  OrganizationRole,
} from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import styles from '../Organization.module.css'
import { organizationCall } from '../organization-call.ts'
import { organizationMembersQuery } from '../organizations.client.ts'
import { organizationStrings } from '../organizations.strings.ts'
import { useOrganizationAct } from '../use-organization-act.ts'

interface MemberChanges {
  /** Optimistic, with an undo in the toast. */
  readonly setRoles: (member: OrganizationMember, roles: readonly OrganizationRole[]) => void
  readonly remove: (member: OrganizationMember) => void
  readonly busy: boolean
}

function useMemberChanges(organizationId: string): MemberChanges {
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

const LeaveOrganizationDialog = lazyDialog(() => import('./LeaveOrganizationDialog.tsx'))

interface OrganizationMemberRowProps {
  readonly organization: Organization
  readonly member: OrganizationMember
  readonly me: boolean
  /** Cannot be removed, and cannot lose the owner role. */
  readonly onlyOwner: boolean
  readonly teamNames: readonly string[]
  readonly onGone: () => void
}

export function OrganizationMemberRow({
  organization,
  member,
  me,
  onlyOwner,
  teamNames,
  onGone,
}: OrganizationMemberRowProps) {
  const [asking, setAsking] = useState<'leave' | 'remove' | null>(null)
  const { setRoles, remove, busy } = useMemberChanges(organization.id)
  const {
    person: { name, username, image },
    email,
    roles,
    joinedAt,
  } = member
  const iAmOwner = organization.roles.includes('owner')
  // Only owners can add, change and remove owners.
  const mayChange = organization.may.manageMembers && (iAmOwner || !roles.includes('owner'))
  const entries: readonly MenuEntry[] = onlyOwner
    ? []
    : [
        me && {
          kind: 'action',
          label: organizationStrings.leave,
          icon: LogOut,
          tone: 'danger',
          onSelect: () => setAsking('leave'),
        },
        !me &&
          mayChange && {
            kind: 'action',
            label: organizationStrings.remove,
            icon: UserMinus,
            tone: 'danger',
            onSelect: () => setAsking('remove'),
          },
      ]
  const close = () => setAsking(null)
  const facts = [
    username !== null && `@${username}`,
    email,
    teamNames.length > 0 && text(organizationStrings.inTeams, { names: teamNames.join(', ') }),
  ].filter(Boolean)
  return (
    <li className={styles.row}>
      <Avatar person={{ name, imageUrl: image, colour: 1 }} size="large" decorative />
      <span className={styles.who}>
        <span className={styles.name}>
          {name}
          {me && <span className={styles.you}> ({organizationStrings.you})</span>}
        </span>
        <span className={styles.meta}>
          {facts.map((fact) => `${String(fact)} · `)}
          {organizationStrings.joined} <RelativeTime at={joinedAt} />
        </span>
      </span>
      <span className={styles.rights}>
        {mayChange ? (
          <Menu
            align="end"
            entries={roleEntries({ roles, iAmOwner, onlyOwner, onRoles: (next) => setRoles(member, next) })}
          >
            <Button
              size="small"
              iconAfter={ChevronDown}
              busy={busy}
              aria-label={`${rolesText(roles)} · ${text(organizationStrings.changeRoles, { name })}`}
            >
              {rolesText(roles)}
            </Button>
          </Menu>
        ) : (
          <span title={roles.map((role) => organizationStrings.roleWords[role]).join('\n')}>{rolesText(roles)}</span>
        )}
      </span>
      <span className={styles.more}>
        {entries.some(Boolean) && (
          <Menu entries={entries} align="end">
            <IconButton icon={Ellipsis} label={text(organizationStrings.more, { name })} />
          </Menu>
        )}
      </span>
      {asking === 'leave' && <LeaveOrganizationDialog organization={organization} onClose={close} onGone={onGone} />}
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={text(organizationStrings.removeTitle, { name })}
        description={text(organizationStrings.removeWords, { name, organization: organization.name })}
        confirmLabel={organizationStrings.remove}
        cancelLabel={organizationStrings.keep}
        busy={busy}
        onConfirm={() => {
          remove(member)
          close()
        }}
      />
    </li>
  )
}

interface RoleChoice {
  readonly roles: readonly OrganizationRole[]
  readonly iAmOwner: boolean
  readonly onlyOwner: boolean
  readonly onRoles: (roles: readonly OrganizationRole[]) => void
}

/** Each role is a separate toggle; the last role stays, and so does the last owner. */
function roleEntries({ roles, iAmOwner, onlyOwner, onRoles }: RoleChoice): readonly MenuEntry[] {
  return organizationRoles.map((role): MenuEntry => {
    const has = roles.includes(role)
    return {
      kind: 'toggle',
      label: organizationStrings.roleNames[role],
      checked: has,
      disabled: (role === 'owner' && (!iAmOwner || onlyOwner)) || (has && roles.length === 1),
      onCheckedChange: (wanted) =>
        onRoles(organizationRoles.filter((one) => (one === role ? wanted : roles.includes(one)))),
    }
  })
}

export function rolesText(roles: readonly OrganizationRole[]): string {
  return roles.map((role) => organizationStrings.roleNames[role]).join(', ')
}
