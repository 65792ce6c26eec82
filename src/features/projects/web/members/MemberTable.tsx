import { Ellipsis, LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { personStrings } from '#features/account/web/admin/person.strings.ts'
import type { Member, Membership, Project, ProjectPerson } from '#features/projects/projects.contract.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import { atLeast, type Role, roles } from '#shared/roles.ts'
import type { Instant } from '#shared/units.ts'
import { formatAgo, formatDateTime } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { Switch } from '#web/ui/form/Switch.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { memberColour } from '#web/ui/mark/author-colour.ts'
import styles from './Members.module.css'
import { memberStrings } from './members.strings.ts'
import { type MemberActions, useMemberActions } from './use-member-actions.ts'

const PersonDialog = lazyDialog(() => import('#features/account/web/admin/PersonDialog.tsx'))
const LeaveDialog = lazyDialog(() => import('./LeaveProjectDialog.tsx'))

interface MemberTableProps {
  readonly project: Project
  readonly members: readonly Member[]
  /** People with access through the organization; empty without one. */
  readonly people: readonly ProjectPerson[]
  readonly myId: string
  readonly onLeft: () => void | Promise<void>
}

/** Members in order of joining. A list, so that it also works on a phone. */
export function MemberTable({ project, members, people, myId, onLeft }: MemberTableProps) {
  const actions = useMemberActions(project.id)
  const mayEdit = atLeast(project.role, projectPolicy['member.edit'])
  const owners = members.filter(({ role }) => role === 'owner').length
  const known = new Map(people.map((one) => [one.person.id, one]))
  return (
    <ul className={styles.list} aria-label={memberStrings.members}>
      {members.map((member) => (
        <MemberRow
          key={member.person.id}
          {...{ project, member, actions, onLeft }}
          mayEdit={mayEdit}
          me={member.person.id === myId}
          onlyOwner={member.role === 'owner' && owners === 1}
          moreByOrganization={moreThan(member, known.get(member.person.id))}
        />
      ))}
    </ul>
  )
}

/** The server updates it every few minutes while somebody is present. */
const seenEveryMs = 6 * 60_000

function seenWords(lastSeenAt: Instant | null): string {
  if (lastSeenAt === null) return memberStrings.neverSeen
  return Date.now() - lastSeenAt < seenEveryMs
    ? memberStrings.seenNow
    : text(memberStrings.lastSeen, { when: formatAgo(lastSeenAt) })
}

function moreThan({ role }: Membership, person: ProjectPerson | undefined): Role | undefined {
  return person?.byOrganization && person.role !== role ? person.role : undefined
}

interface MemberRowProps {
  readonly project: Project
  readonly member: Member
  readonly actions: MemberActions
  readonly mayEdit: boolean
  readonly me: boolean
  /** Cannot leave, and cannot lose the owner role. */
  readonly onlyOwner: boolean
  /** The higher role from the organization; undefined if there is none. */
  readonly moreByOrganization: Role | undefined
  readonly onLeft: () => void | Promise<void>
}

function MemberRow({ project, member, actions, mayEdit, me, onlyOwner, moreByOrganization, onLeft }: MemberRowProps) {
  const [leaving, setLeaving] = useState(false)
  const [shown, setShown] = useState(false)
  const {
    person: { id, name, username, image },
    role,
    mayDownload,
    joinOrder,
    joinedAt,
    lastSeenAt,
  } = member
  const look = { name, imageUrl: image, colour: memberColour(joinOrder) }
  const entries: readonly MenuEntry[] = onlyOwner
    ? []
    : [
        me && {
          kind: 'action',
          label: memberStrings.leave,
          icon: LogOut,
          tone: 'danger',
          onSelect: () => setLeaving(true),
        },
        !me &&
          mayEdit && {
            kind: 'action',
            label: memberStrings.remove,
            icon: UserMinus,
            tone: 'danger',
            onSelect: () => actions.remove(member),
          },
      ]
  return (
    <li className={styles.row}>
      <Avatar person={look} size="large" decorative />
      <span className={styles.who}>
        <span className={styles.name}>
          {me ? (
            name
          ) : (
            <button
              type="button"
              className={styles.about}
              aria-label={text(personStrings.about, { name })}
              onClick={() => setShown(true)}
            >
              {name}
            </button>
          )}
          {me && <span className={styles.you}> ({memberStrings.you})</span>}
        </span>
        <span className={styles.meta} title={formatDateTime(joinedAt)}>
          {username !== null && <>@{username} · </>}
          {memberStrings.joined} {formatAgo(joinedAt)}
          {!me && ` · ${seenWords(lastSeenAt)}`}
          {moreByOrganization &&
            ` · ${text(memberStrings.alsoByOrganization, { role: memberStrings.roleNames[moreByOrganization] })}`}
        </span>
      </span>
      <span className={styles.rights}>
        <span className={styles.download}>
          {mayEdit && role !== 'owner' ? (
            <Switch
              checked={mayDownload}
              aria-label={text(memberStrings.downloadOf, { name })}
              onCheckedChange={(next) => actions.change(member, { mayDownload: next })}
            >
              {memberStrings.download}
            </Switch>
          ) : (
            <span className={styles.meta}>
              {mayDownload ? memberStrings.mayDownload : memberStrings.mayNotDownload}
            </span>
          )}
        </span>
        <span className={styles.role}>
          {mayEdit && !onlyOwner ? (
            <Select
              label={text(memberStrings.roleOf, { name })}
              labelHidden
              value={role}
              options={roles.toReversed().map((value) => ({ value, label: memberStrings.roleNames[value] }))}
              onValueChange={(next) => actions.change(member, { role: next })}
            />
          ) : (
            <span title={memberStrings.roleWords[role]}>{memberStrings.roleNames[role]}</span>
          )}
        </span>
      </span>
      <span className={styles.more}>
        {entries.some(Boolean) && (
          <Menu entries={entries} align="end">
            <IconButton icon={Ellipsis} label={text(memberStrings.menuOf, { name })} />
          </Menu>
        )}
      </span>
      {shown && <PersonDialog userId={id} look={look} onClose={() => setShown(false)} />}
      {leaving && (
        <LeaveDialog
          project={project}
          busy={actions.busy}
          onClose={() => setLeaving(false)}
          onConfirm={() => actions.leave(member, onLeft)}
        />
      )}
    </li>
  )
}
