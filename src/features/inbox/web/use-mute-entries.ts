import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { muteLevels, type MuteLevel } from '../notification-kinds.ts'
import { inboxApi, inboxSettingsQuery } from './inbox.client.ts'
import { muteStrings } from './mute.strings.ts'

interface Mute {
  readonly project: { readonly id: string; readonly name: string }
  readonly level: MuteLevel
}

/** Changes a project's mute level, and shows a toast. */
export function useMute(): (mute: Mute) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ project, level }: Mute) =>
      inboxApi('PUT /api/projects/:projectId/mute', { params: { projectId: project.id }, body: { level } }),
    onSuccess: (_, { project, level }) => {
      toast({ text: text(muteStrings.muted[level], { project: project.name }) })
      return queries.invalidateQueries({ queryKey: inboxSettingsQuery.queryKey })
    },
    onError: (error) =>
      void toast({ tone: 'error', text: text(muteStrings.changeFailed, { reason: reasonOf(error) }) }),
  })
  return mutate
}

/** A project's menu entries for muting. */
export function useMuteEntries(): (project: Mute['project']) => readonly MenuEntry[] {
  const { data: settings } = useQuery(inboxSettingsQuery)
  const mute = useMute()
  return (project) => {
    if (!settings) return []
    const level = settings.mutes.find(({ projectId }) => projectId === project.id)?.level ?? 'none'
    const choose = (value: string) => mute({ project, level: muteLevels.find((one) => one === value) ?? 'none' })
    return [
      {
        kind: 'submenu',
        label: muteStrings.muteEntry,
        icon: level === 'none' ? Bell : BellOff,
        entries: [
          {
            kind: 'choice',
            value: level,
            options: muteLevels.map((value) => ({ value, label: muteStrings.levels[value] })),
            onValueChange: choose,
          },
        ],
      },
    ]
  }
}
