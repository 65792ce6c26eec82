import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { copyText } from '#web/ui/form/copy-text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { Share } from '../shares.contract.ts'
import { sharesKey } from './share-lists.ts'
import { shareApi } from './shares.client.ts'
import { shareStrings as strings } from './shares.strings.ts'

interface Change {
  readonly carryOut: () => Promise<unknown>
  readonly said: () => void
}

/** Quick changes of a link; revoking can be undone. */
export function useShareActions() {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ carryOut }: Change) => carryOut(),
    onSuccess: (_, { said }) => {
      said()
      return queries.invalidateQueries({ queryKey: sharesKey })
    },
    onError: (error) => void toast({ tone: 'error', text: text(strings.failed, { reason: reasonOf(error) }) }),
  })
  const of = ({ projectId, id: shareId }: Share) => ({ params: { projectId, shareId } })
  const actions = {
    revoke: (share: Share) =>
      mutate({
        carryOut: () => shareApi('DELETE /api/projects/:projectId/shares/:shareId', of(share)),
        said: () => void toast({ text: strings.revoked, undo: () => actions.restore(share) }),
      }),
    restore: (share: Share) =>
      mutate({
        carryOut: () => shareApi('POST /api/projects/:projectId/shares/:shareId/restore', of(share)),
        said: () => void toast({ text: strings.restored }),
      }),
    rotate: (share: Share) =>
      mutate({
        carryOut: () => shareApi('POST /api/projects/:projectId/shares/:shareId/rotate', of(share)),
        said: () => void toast({ text: strings.rotated }),
      }),
  }
  return actions
}

/** If the page may not write to the clipboard, the link can still be selected. */
export async function copyShare(url: string): Promise<void> {
  if (await copyText(url)) toast({ text: strings.copied })
  else toast({ tone: 'error', text: strings.copyFailed })
}
