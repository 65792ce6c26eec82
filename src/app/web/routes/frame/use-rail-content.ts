import { projectCoverUrl } from '#features/projects/web/cover/cover-url.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Folder, Inbox, Search, Link, Settings, SquareCheckBig } from 'lucide-react'
import { meQuery } from '#features/account/web/account.client.ts'
import { useAccountMenu } from '#features/account/web/use-account-menu.ts'
import { inboxCountQuery } from '#features/inbox/web/inbox.client.ts'
import { projectsQuery, storageQuery } from '#features/projects/web/projects.client.ts'
import { text } from '#web/i18n/text.ts'
import type { RailContent } from '#web/ui/frame/rail-content.ts'
import { projectHref } from '../addresses.ts'
import { openPalette, paletteKeys } from './palette-store.ts'
import { mainStrings } from './main.strings.ts'
import { screenSlots } from './screen-slots.tsx'
import { usePlace, usePlaceMenu } from './use-place.ts'
import { useOpenPlace } from '../use-open-place.ts'

/** The project page lists all of them. */
const mostProjects = 40

export function useRailContent(onCreateOrganization: () => void): RailContent {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { projectId } = useOpenPlace()
  const { data: me } = useQuery(meQuery)
  const { data: projects = [] } = useQuery(projectsQuery('active'))
  const { data: { unread } = { unread: 0 } } = useQuery(inboxCountQuery)
  const menu = useAccountMenu(me)
  const { organization, holds } = usePlace()
  const storage = useStorage(organization?.id)
  const placeMenu = usePlaceMenu(onCreateOrganization)
  const settings = organization ? `/organization/${organization.id}` : '/account'
  return {
    head: { name: organization?.name ?? mainStrings.personal, menu: placeMenu },
    items: [
      { id: 'search', label: mainStrings.search, icon: Search, keys: paletteKeys.shown, onSelect: openPalette },
      {
        id: 'projects',
        label: mainStrings.projects,
        icon: Folder,
        href: '/',
        current: pathname === '/' && projectId === undefined,
      },
      ...(screenSlots.MyTasksPage
        ? [
            {
              id: 'mine',
              label: mainStrings.myTasks,
              icon: SquareCheckBig,
              href: '/mine',
              current: pathname === '/mine',
            },
          ]
        : []),
      {
        id: 'inbox',
        label: mainStrings.inbox,
        icon: Inbox,
        href: '/inbox',
        current: pathname === '/inbox',
        count: unread,
        countWords: text(mainStrings.unread, { count: unread }),
        dot: unread > 0,
      },
      { id: 'shares', label: mainStrings.shares, icon: Link, href: '/shares', current: pathname === '/shares' },
      {
        id: 'settings',
        label: mainStrings.settings,
        icon: Settings,
        href: settings,
        current: pathname.startsWith(settings),
      },
    ],
    projectsLabel: mainStrings.projects,
    projects: projects
      .filter(holds)
      .slice(0, mostProjects)
      .map((project) => ({
        id: project.id,
        title: project.name,
        href: projectHref(project.id),
        imageUrl: projectCoverUrl(project),
        current: project.id === projectId,
        count: project.openNoteCount,
        countWords: text(mainStrings.openNotes, { count: project.openNoteCount }),
      })),
    ...(storage && { storage }),
    account: {
      person: { name: me?.name ?? '', imageUrl: me?.image ?? null, colour: 1 },
      ...(me && { detail: me.email }),
      menu,
    },
  }
}

function useStorage(organizationId: string | undefined) {
  const { data } = useQuery(storageQuery(organizationId))
  // An empty meter says nothing.
  return data && (data.usedBytes > 0 || data.quotaBytes !== null) ? data : undefined
}
