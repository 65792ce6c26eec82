import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Share, ShareMay, ShareWhat } from '../shares.contract.ts'
import { sharesKey } from './share-lists.ts'
import { shareApi } from './shares.client.ts'

export interface LinkChange {
  readonly what?: ShareWhat
  readonly may?: ShareMay
  readonly password?: string | null
  readonly startsAt?: number | null
  readonly expiresAt?: number | null
  readonly mostOpens?: number | null
  readonly addresses?: string[] | null
  readonly message?: string
  readonly label?: string
  readonly person?: string
}

/** A link whose changes are saved as they are made, one after the other, and shown before the server has answered. */
export function useLinkChanges(link: Share | undefined, onSaved: (saved: Share) => void) {
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState<LinkChange>({})
  const { mutate, isPending, isSuccess, error } = useMutation({
    scope: { id: 'changes of a link' },
    mutationFn: ({ of: { projectId, id: shareId }, change }: { readonly of: Share; readonly change: LinkChange }) =>
      shareApi('PATCH /api/projects/:projectId/shares/:shareId', { params: { projectId, shareId }, body: change }),
    onSuccess: (saved) => {
      onSaved(saved)
      return queries.invalidateQueries({ queryKey: sharesKey })
    },
    // What was changed again since still waits.
    onSettled: (_answer, _error, { change }) =>
      setWaiting((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== Reflect.get(change, name))),
      ),
  })
  const change = (next: LinkChange) => {
    if (!link) return
    setWaiting((now) => ({ ...now, ...next }))
    mutate({ of: link, change: next })
  }
  const { password, ...shown } = waiting
  return {
    /** As it will be when every change is saved. */
    shown: link && {
      ...link,
      ...shown,
      hasPassword: password === undefined ? link.hasPassword : password !== null,
    },
    change,
    isSaving: isPending,
    isSaved: isSuccess,
    error,
  }
}
