import { useMemo } from 'react'
import type { Outgoing } from './outgoing.ts'
import { useOutboxState } from './outbox-store.ts'

/** A change that is not in the fetched answers yet. */
export interface Unread {
  readonly outgoing: Outgoing
  /** Set once the server has it: the id of what it created. */
  readonly madeId: string | undefined
  readonly isSent: boolean
}

/** A project's changes in order, without refused ones. The same array until something changes. */
export function useOutgoing(projectId: string): readonly Unread[] {
  const all = useAllOutgoing()
  return useMemo(() => all.filter(({ outgoing }) => outgoing.projectId === projectId), [all, projectId])
}

/** The changes of all projects. */
export function useAllOutgoing(): readonly Unread[] {
  const { waiting, echoes } = useOutboxState()
  return useMemo(
    () => [
      ...echoes.map(({ outgoing, madeId }): Unread => ({ outgoing, madeId, isSent: true })),
      ...waiting
        .filter(({ refused }) => !refused)
        .map((outgoing): Unread => ({ outgoing, madeId: undefined, isSent: false })),
    ],
    [waiting, echoes],
  )
}

/** Ids that these changes create or change and that the server does not have yet. */
export function unsentIds(changes: readonly Unread[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap(({ outgoing: { makes, params }, isSent }) =>
      isSent ? [] : [makes, params['noteId'], params['taskId']].filter((id) => id !== undefined),
    ),
  )
}
