import { useMemo } from 'react'
import type { Outgoing } from './outgoing.ts'
import { useOutboxState } from './outbox-store.ts'

/** A change that what was read does not show yet. */
export interface Unread {
  readonly outgoing: Outgoing
  /** The server has it, under this id where it made something. */
  readonly madeId: string | undefined
  readonly isSent: boolean
}

/** A project's changes in their order, without those that were refused. The same array until something changes. */
export function useOutgoing(projectId: string): readonly Unread[] {
  const all = useAllOutgoing()
  return useMemo(() => all.filter(({ outgoing }) => outgoing.projectId === projectId), [all, projectId])
}

/** Those of every project. */
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

/** Ids of what these changes make or change and the server does not know yet. */
export function unsentIds(changes: readonly Unread[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap(({ outgoing: { makes, params }, isSent }) =>
      isSent ? [] : [makes, params['noteId'], params['taskId']].filter((id) => id !== undefined),
    ),
  )
}
