import { useState } from 'react'

/** The selected rows of a list: only visible ones, so that nothing is changed that nobody sees. */
export interface TrackSelection {
  readonly ids: ReadonlySet<string>
  readonly toggle: (id: string) => void
  /** All rows from the one that was selected last, or from `first` if none is, to this one. */
  readonly extendTo: (id: string, first?: string) => void
  readonly selectAll: () => void
  readonly clear: () => void
}

const nothing = { ids: new Set<string>(), anchor: undefined as string | undefined }

export function useTrackSelection(shownIds: readonly string[]): TrackSelection {
  const [{ ids, anchor }, setSelected] = useState(nothing)
  const visible = ids.size === 0 ? ids : new Set(shownIds.filter((id) => ids.has(id)))
  return {
    ids: visible,
    toggle: (id) => {
      const next = new Set(visible)
      if (!next.delete(id)) next.add(id)
      setSelected({ ids: next, anchor: id })
    },
    extendTo: (id, first = id) => {
      const start = anchor !== undefined && visible.size > 0 && shownIds.includes(anchor) ? anchor : first
      const [from, to] = [shownIds.indexOf(start), shownIds.indexOf(id)]
      const range = shownIds.slice(Math.min(from, to), Math.max(from, to) + 1)
      setSelected({ ids: new Set([...visible, ...range]), anchor: start })
    },
    selectAll: () => setSelected({ ids: new Set(shownIds), anchor }),
    clear: () => setSelected(nothing),
  }
}
