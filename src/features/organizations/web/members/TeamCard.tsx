import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type {
  Organization,
  OrganizationMember,
  OrganizationTeam,
} from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import styles from '../Organization.module.css'
import { organizationCall } from '../organization-call.ts'
import { organizationTeamsQuery } from '../organizations.client.ts'
import { organizationStrings } from '../organizations.strings.ts'
import { useOrganizationAct } from '../use-organization-act.ts'

type Teammate = OrganizationTeam['members'][number]

interface TeamChanges {
  /** Both are optimistic; each is the undo of the other. */
  readonly add: (team: OrganizationTeam, person: Teammate) => void
  readonly takeOut: (team: OrganizationTeam, person: Teammate) => void
  readonly remove: (team: OrganizationTeam) => void
  readonly busy: boolean
}

function useTeamChanges(organizationId: string): TeamChanges {
  const queries = useQueryClient()
  const { act, busy } = useOrganizationAct(organizationId)
  const show = (teamId: string, members: (before: readonly Teammate[]) => readonly Teammate[]) =>
    queries.setQueryData(organizationTeamsQuery(organizationId).queryKey, (teams) =>
      teams?.map((team) => (team.id === teamId ? { ...team, members: [...members(team.members)] } : team)),
    )
  const failedFor =
    ({ name }: OrganizationTeam) =>
    (reason: string) =>
      text(organizationStrings.teamFailed, { name, reason })
  return {
    add: (team, person) => {
      show(team.id, (before) => [...before, person].toSorted((a, b) => a.name.localeCompare(b.name)))
      act({
        carryOut: () => organizationCall('add-team-member', { organizationId, teamId: team.id, userId: person.id }),
        failed: failedFor(team),
      })
    },
    takeOut: (team, person) => {
      show(team.id, (before) => before.filter(({ id }) => id !== person.id))
      act({
        carryOut: () => organizationCall('remove-team-member', { organizationId, teamId: team.id, userId: person.id }),
        failed: failedFor(team),
      })
    },
    remove: (team) =>
      act({
        carryOut: () => organizationCall('remove-team', { organizationId, teamId: team.id }),
        tell: () => toast({ text: text(organizationStrings.teamRemoved, { name: team.name }) }),
        failed: failedFor(team),
      }),
    busy,
  }
}

const TeamDialog = lazyDialog(() => import('./TeamDialog.tsx'))

interface TeamCardProps {
  readonly organization: Organization
  readonly team: OrganizationTeam
  readonly members: readonly OrganizationMember[]
  /** An organization's last team cannot be deleted. */
  readonly last: boolean
}

export function TeamCard({ organization: { id: organizationId, may }, team, members, last }: TeamCardProps) {
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null)
  const { add, takeOut, remove, busy } = useTeamChanges(organizationId)
  const { name } = team
  const others = members
    .filter(({ person }) => team.members.every(({ id }) => id !== person.id))
    .map(({ person }) => person)
  const close = () => setAsking(null)
  const entries: readonly MenuEntry[] = [
    { kind: 'action', label: organizationStrings.rename, icon: Pencil, onSelect: () => setAsking('rename') },
    { kind: 'separator' },
    {
      kind: 'action',
      label: last ? organizationStrings.lastTeam : organizationStrings.removeTeam,
      icon: Trash2,
      tone: 'danger',
      disabled: last,
      onSelect: () => setAsking('remove'),
    },
  ]
  return (
    <li className={styles.team}>
      <div className={styles.teamHead}>
        <h2>{name}</h2>
        {may.manageTeams && (
          <Menu entries={entries} align="end">
            <IconButton icon={Ellipsis} label={text(organizationStrings.more, { name })} size="small" />
          </Menu>
        )}
      </div>
      {team.members.length === 0 && <p className={styles.meta}>{organizationStrings.nobodyInTeam}</p>}
      <ul className={styles.people} aria-label={text(organizationStrings.inTeams, { names: name })}>
        {team.members.map((person) => (
          <li key={person.id} className={styles.person}>
            <Avatar person={{ name: person.name, imageUrl: person.image, colour: 1 }} decorative />
            <span>{person.name}</span>
            {may.manageTeams && (
              <IconButton
                icon={X}
                size="small"
                label={text(organizationStrings.takeOut, { name: person.name, team: name })}
                onClick={() => takeOut(team, person)}
              />
            )}
          </li>
        ))}
      </ul>
      {may.manageTeams && (
        <div>
          {others.length === 0 ? (
            <span className={styles.meta}>{organizationStrings.everybodyIn}</span>
          ) : (
            <Menu
              entries={others.map((person): MenuEntry => ({
                kind: 'action',
                label: person.name,
                onSelect: () => add(team, person),
              }))}
            >
              <Button size="small" icon={Plus} busy={busy} aria-label={text(organizationStrings.addToTeamOf, { name })}>
                {organizationStrings.addToTeam}
              </Button>
            </Menu>
          )}
        </div>
      )}
      {asking === 'rename' && <TeamDialog organizationId={organizationId} team={team} onClose={close} />}
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={text(organizationStrings.removeTeamTitle, { name })}
        description={organizationStrings.removeTeamWords}
        confirmLabel={organizationStrings.removeTeam}
        cancelLabel={organizationStrings.keepTeam}
        onConfirm={() => {
          remove(team)
          close()
        }}
      />
    </li>
  )
}
