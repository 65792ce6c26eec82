import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { projectsQuery } from '#features/projects/web/projects.client.ts'
import { PaletteDialog } from '#features/search/web/PaletteDialog.tsx'
import { isSettled, rankedGroups, rankedItems } from '#features/search/web/palette-order.ts'
import { searchQuery } from '#features/search/web/search.client.ts'
import { searchStrings as strings } from '#features/search/web/search.strings.ts'
import type { Milliseconds } from '#shared/units.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import type { PaletteGroup, PaletteItem } from '#web/palette/palette-items.ts'
import { palettePoint } from '#web/palette/palette-point.ts'
import { boundKeys, presentKeyMap } from '#web/ui/keys/page-keys.ts'
import type { RailContent } from '#web/ui/frame/rail-content.ts'
import { useOnline } from '#web/ui/page/use-online.ts'
import { actionItems, foundGroups, placeItems, recentItems } from './palette-places.ts'
import { closePalette } from './palette-store.ts'
import { useOpenPlace } from '../use-open-place.ts'

/** Delay after typing before the server is asked. */
const askAfterMs = 120
const mostRecent = 5
const mostActions = 6
const mostPlaces = 6

/** The palette: all commands and places from here, filtered by the typed text. */
export default function PaletteSlot({ rail }: { readonly rail: RailContent }) {
  const queries = useQueryClient()
  const router = useRouter()
  const online = useOnline()
  const [query, setQuery] = useState('')
  const asked = useSettled(query.trim(), askAfterMs)
  const found = useQuery({ ...searchQuery(asked), enabled: asked !== '' && online })
  const place = useOpenPlace()
  const { data: projects } = useQuery(projectsQuery('active'))
  const versionId = useSearch({ strict: false, select: (search) => search.versionId })
  const go = (href: string) => void router.navigate({ href })
  const added = palettePoint.useParts({ ...place, versionId, go })
  const typed = query.trim()
  const ranked = (items: readonly PaletteItem[], most: number) => rankedItems(items, typed, most)
  const own: readonly PaletteGroup[] = [
    {
      label: strings.groups.recent,
      items: ranked(
        recentItems(queries, place, (id) => projects?.some((project) => project.id === id) ?? true, go),
        mostRecent,
      ),
    },
    {
      label: strings.groups.actions,
      items: ranked(
        [...actionItems(boundKeys(), presentKeyMap()), ...added.flatMap(({ actions = [] }) => actions)],
        typed === '' ? 50 : mostActions,
      ),
    },
    {
      label: strings.groups.places,
      items: ranked(
        [...placeItems(rail, place.projectId, presentKeyMap(), go), ...added.flatMap(({ places = [] }) => places)],
        typed === '' ? 50 : mostPlaces,
      ),
    },
  ]
  const shown = new Set(own.flatMap(({ items }) => items.map(({ id }) => id)))
  // Omits results that the places already list.
  const results =
    typed !== '' && found.data
      ? foundGroups(
          { ...found.data, projects: found.data.projects.filter(({ id }) => !shown.has(`project-${id}`)) },
          go,
        )
      : []
  const groups = rankedGroups(
    [...own, ...results].filter(({ items }) => items.length > 0),
    typed,
  )
  const isBusy = typed !== '' && online && (asked !== typed || found.isFetching)
  const remark =
    typed === ''
      ? undefined
      : !online
        ? strings.offline
        : found.error && !isBusy
          ? text(strings.failed, { reason: reasonOf(found.error) })
          : groups.length > 0
            ? undefined
            : isBusy
              ? strings.searching
              : text(strings.nothing, { query: typed })
  return (
    <PaletteDialog
      query={query}
      onQuery={setQuery}
      groups={groups}
      remark={remark}
      isBusy={isBusy}
      maySettle={(item) => isSettled(item, typed)}
      onClose={closePalette}
    />
  )
}

/** The debounced value. */
function useSettled<T>(value: T, afterMs: Milliseconds): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
