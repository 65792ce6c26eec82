import { useQueryClient } from '@tanstack/react-query'
import type { OrganizationTeam } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { organizationCall } from '../organization-call.ts'
import { organizationTeamsQuery } from '../organizations.client.ts'
import { organizationStrings } from '../organizations.strings.ts'
import { useOrganizationAct } from '../use-organization-act.ts'

type Teammate = OrganizationTeam['members'][number]

export interface TeamChanges {
  /** Both are optimistic; each is the undo of the other. */
  readonly add: (team: OrganizationTeam, person: Teammate) => void
  readonly takeOut: (team: OrganizationTeam, person: Teammate) => void
  readonly remove: (team: OrganizationTeam) => void
  readonly busy: boolean
}

export function useTeamChanges(organizationId: string): TeamChanges {
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
