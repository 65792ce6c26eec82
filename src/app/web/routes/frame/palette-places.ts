import type { QueryClient } from '@tanstack/react-query'
import {
  AudioLines,
  Building2,
  CircleUserRound,
  File,
  Folder,
  MessageSquare,
  SquareCheckBig,
  SunMoon,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { projectStrings } from '#features/projects/web/projects.strings.ts'
import type { Found } from '#features/search/search.contract.ts'
import { searchStrings as strings } from '#features/search/web/search.strings.ts'
import { taskNumber } from '#features/tasks/web/task-number.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { menuItems } from '#web/palette/menu-items.ts'
import type { PaletteGroup, PaletteItem } from '#web/palette/palette-items.ts'
import { keysIn, type KeyMap } from '#web/ui/keys/key-map.ts'
import type { PageKey } from '#web/ui/keys/page-keys.ts'
import type { RailContent } from '#web/ui/frame/rail-content.ts'
import { projectHref } from '../addresses.ts'
import { goCommands } from './go-keys.ts'
import { projectTabs } from '../project/home-search.ts'
import { recentPlaces } from './recent-places.ts'

export type Go = (href: string) => void

/**
 * The key commands of the current page, without duplicates. Omits the palette itself, navigation that the places list,
 * and commands that need a held key.
 */
export function actionItems(bound: readonly (readonly PageKey[])[], map: KeyMap): readonly PaletteItem[] {
  const named = new Map(
    bound
      .flat()
      .filter(
        (key) =>
          key.run &&
          !key.release &&
          key.keys[0] !== '/' &&
          !goCommands.some(({ keys: [first] }) => first === key.keys[0]),
      )
      .map((key) => [key.label, key]),
  )
  return [...named.values()].map((key) => ({
    id: `action-${key.label}`,
    label: key.label,
    icon: Zap,
    kind: key.isDeliberate ? 'deliberate' : 'command',
    keys: keysIn(map, key),
    run: () => key.run?.(),
  }))
}

/** Places that can be opened from anywhere, and the entries of the user's menus. */
export function placeItems(
  rail: RailContent,
  projectId: string | undefined,
  map: KeyMap,
  go: Go,
): readonly PaletteItem[] {
  const open = rail.projects.find(({ id }) => id === projectId)
  return [
    ...(open
      ? projectTabs.map((tab) => ({
          id: `tab-${tab}`,
          label: projectStrings.tabs[tab],
          detail: open.title,
          icon: Folder,
          kind: 'command' as const,
          run: () => go(projectHref(open.id, tab === 'tracks' ? {} : { tab })),
        }))
      : []),
    ...rail.items.flatMap((item) =>
      'href' in item
        ? [
            {
              id: `rail-${item.id}`,
              label: item.label,
              icon: item.icon,
              kind: 'command' as const,
              keys: goCommands.filter(({ href }) => href === item.href).flatMap((command) => keysIn(map, command)),
              run: () => go(item.href),
            },
          ]
        : [],
    ),
    ...menuItems(rail.head.menu ?? [], Building2, go),
    ...menuItems(rail.account.menu, SunMoon, go),
    ...rail.projects.map(({ id, title, href }) => ({
      id: `project-${id}`,
      label: title,
      icon: Folder,
      kind: 'title' as const,
      run: () => go(href),
    })),
  ]
}

/** Recent places except the open one, if their project is still listed. */
export function recentItems(
  queries: QueryClient,
  { projectId, trackId }: { readonly projectId: string | undefined; readonly trackId: string | undefined },
  isListed: (projectId: string) => boolean,
  go: Go,
): readonly PaletteItem[] {
  return recentPlaces(queries)
    .filter(
      (place) => (place.projectId !== projectId || place.trackId !== (trackId ?? null)) && isListed(place.projectId),
    )
    .map((place) => ({
      id: `recent-${place.projectId}-${place.trackId ?? ''}`,
      label: place.trackTitle ?? place.projectName,
      detail: place.trackTitle === null ? undefined : place.projectName,
      icon: place.trackTitle === null ? Folder : AudioLines,
      kind: 'title',
      run: () => go(projectHref(place.projectId, place.trackId === null ? {} : { trackId: place.trackId })),
    }))
}

/** The server's results, each linking to its exact place. */
export function foundGroups({ projects, tracks, notes, tasks, files, people }: Found, go: Go): readonly PaletteGroup[] {
  const { groups } = strings
  const item = (
    kind: string,
    icon: LucideIcon,
    id: string,
    label: string,
    detail: string | undefined,
    run: () => void,
  ): PaletteItem => ({ id: `${kind}-found-${id}`, label, detail, icon, kind: 'title', run })
  return [
    {
      label: groups.projects,
      items: projects.map(({ id, name, archived }) =>
        item('project', Folder, id, name, archived ? strings.archived : undefined, () => go(projectHref(id))),
      ),
    },
    {
      label: groups.tracks,
      items: tracks.map(({ id, title, projectId, projectName }) =>
        item('track', AudioLines, id, title, projectName, () => go(projectHref(projectId, { trackId: id }))),
      ),
    },
    {
      label: groups.notes,
      items: notes.map(({ id, excerpt, authorName, trackId, trackTitle, versionId, fromSeconds, projectId }) =>
        item(
          'note',
          MessageSquare,
          id,
          excerpt,
          text(strings.noteIn, {
            author: authorName ?? strings.someone,
            track: trackTitle,
            time: formatPosition(fromSeconds),
          }),
          () =>
            go(
              projectHref(projectId, {
                trackId,
                ...(versionId !== null && { versionId }),
                t: Math.round(fromSeconds * 1000) / 1000,
                note: id,
              }),
            ),
        ),
      ),
    },
    {
      label: groups.tasks,
      items: tasks.map((task) =>
        item(
          'task',
          SquareCheckBig,
          task.id,
          task.title,
          `${taskNumber(task.taskPrefix, task)} · ${task.projectName}`,
          () => go(projectHref(task.projectId, { tab: 'tasks', task: task.id })),
        ),
      ),
    },
    {
      label: groups.files,
      items: files.map(({ id, name, projectId, projectName }) =>
        item('file', File, id, name, projectName, () => go(projectHref(projectId, { tab: 'files', file: id }))),
      ),
    },
    {
      label: groups.people,
      items: people.map(({ id, name, projectId, projectName }) =>
        item('person', CircleUserRound, id, name, text(strings.member, { project: projectName }), () =>
          go(projectHref(projectId, { tab: 'members' })),
        ),
      ),
    },
  ].filter(({ items }) => items.length > 0)
}
