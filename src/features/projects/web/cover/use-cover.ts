import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { projectListsKey } from '../projects.client.ts'
import { coverStrings as strings } from './cover.strings.ts'

export interface CoverOwner {
  readonly projectId: string
  readonly name: string
  /** Of the picture it has itself; null without one. */
  readonly url: string | null
  /** Sends a `data:` URL; null takes the picture away. */
  readonly send: (picture: string | null) => Promise<unknown>
}

/** Sets and removes the picture of a project or a track; both can be undone. */
export function useCover({ projectId, name, url, send }: CoverOwner) {
  const queries = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (picture: string | null) => {
      const before = url === null ? null : await readAsDataUrl(url)
      await send(picture)
      return before
    },
    onSuccess: async (before, picture) => {
      toast({
        text: text(picture === null ? strings.removed : strings.saved, { name }),
        undo: () => void mutateAsync(before).catch(() => undefined),
      })
      await Promise.all(
        [['project', projectId, 'details'], projectListsKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => void toast({ tone: 'error', text: text(strings.failed, { reason: reasonOf(error) }) }),
  })
  return { save: mutateAsync, isSaving: isPending }
}

async function readAsDataUrl(url: string): Promise<string> {
  const picture = await (await fetch(url)).blob()
  const reader = new FileReader()
  const read = Promise.withResolvers<string>()
  reader.onload = () => read.resolve(String(reader.result))
  reader.onerror = () => read.reject(reader.error ?? new Error('unreadable'))
  reader.readAsDataURL(picture)
  return read.promise
}
