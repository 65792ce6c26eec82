import type { InboxItem } from '../inbox.contract.ts'

export interface InboxDay {
  /** Midnight of the day in the reader's time zone. */
  readonly day: number
  readonly projects: readonly { readonly project: InboxItem['project']; readonly items: readonly InboxItem[] }[]
}

/** By calendar day, and within it by project, both in the order of their newest. */
export function inboxDays(items: readonly InboxItem[]): readonly InboxDay[] {
  const days = Map.groupBy(items, ({ at }) => new Date(at).setHours(0, 0, 0, 0))
  return [...days].map(([day, ofDay]) => ({
    day,
    projects: [...Map.groupBy(ofDay, ({ project }) => project.id).values()].flatMap((of) =>
      of[0] ? [{ project: of[0].project, items: of }] : [],
    ),
  }))
}
