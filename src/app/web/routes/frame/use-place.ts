import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Settings } from 'lucide-react'
import { useState } from 'react'
import { sessionQuery } from '#features/account/web/account.client.ts'
import type { Organization } from '#features/organizations/organizations.contract.ts'
import { organizationCall } from '#features/organizations/web/organization-call.ts'
import { organizationsQuery } from '#features/organizations/web/organizations.client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { mainStrings } from './main.strings.ts'

/** The current space: an organization's projects, or the user's own and shared ones. */
export interface HomeView {
  readonly organization: Organization | undefined
  /** Whether a project is listed here. */
  readonly holds: (project: { readonly organizationId: string | null }) => boolean
}

const none: readonly Organization[] = []

/** The session's active organization, as long as the user is a member. */
export function usePlace(): HomeView {
  const { data: session } = useQuery(sessionQuery)
  const { data: organizations = none } = useQuery(organizationsQuery)
  const organization = organizations.find(({ id }) => id === session?.session.activeOrganizationId)
  // Projects shared from an organization that the user is not in are listed with the user's own.
  const holds: HomeView['holds'] = ({ organizationId }) =>
    organization ? organizationId === organization.id : organizations.every(({ id }) => id !== organizationId)
  return { organization, holds }
}

const personal = 'personal'

/** The menu at the top of the rail. Switching is optimistic, reverted if the server refuses. */
export function usePlaceMenu(onCreate: () => void): readonly MenuEntry[] {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { organization } = usePlace()
  const { data: organizations = none } = useQuery(organizationsQuery)
  const [busy, setBusy] = useState(false)
  const go = async (value: string) => {
    const organizationId = value === personal ? null : value
    if (busy || organizationId === (organization?.id ?? null)) return
    setBusy(true)
    const before = queries.getQueryData(sessionQuery.queryKey)
    queries.setQueryData(
      sessionQuery.queryKey,
      (now) => now && { ...now, session: { ...now.session, activeOrganizationId: organizationId } },
    )
    void navigate({ to: '/', search: {} })
    try {
      await organizationCall('set-active', { organizationId })
    } catch (error) {
      queries.setQueryData(sessionQuery.queryKey, before)
      toast({ tone: 'error', text: text(mainStrings.switchFailed, { reason: reasonOf(error) }) })
    }
    setBusy(false)
  }
  return [
    {
      kind: 'choice',
      value: organization?.id ?? personal,
      options: [
        { value: personal, label: mainStrings.personal },
        ...organizations.map(({ id, name }) => ({ value: id, label: name })),
      ],
      onValueChange: (value) => void go(value),
    },
    { kind: 'separator' },
    organization && {
      kind: 'link',
      label: text(mainStrings.organizationSettings, { name: organization.name }),
      icon: Settings,
      href: `/organization/${organization.id}`,
    },
    { kind: 'action', label: mainStrings.newOrganization, icon: Plus, onSelect: onCreate },
  ]
}
