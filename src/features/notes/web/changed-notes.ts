/** Known changes of a project's notes, in order: a note's id, or null for any note. */
const changes = new Map<string, (string | null)[]>()
/** By list key, how many of the changes the list includes; only lists that were read completely. */
const readUpTo = new Map<string, number>()

/** Above this many, reading all notes is as fast. */
const fewNotes = 50

/** Call before lists are marked stale, so that they need not be read completely. */
export function markNoteChanged(projectId: string, noteId: string | null): void {
  const known = changes.get(projectId) ?? []
  known.push(noteId)
  changes.set(projectId, known)
}

export interface ChangedSince {
  /** Ids of the notes to refetch; undefined if all must be read. */
  readonly ids: readonly string[] | undefined
  /** Marks the list as up to date as of this call. */
  readonly settle: () => void
}

/** Changes since a list was last read. No known change means an unknown one. */
export function changedSince(projectId: string, list: string): ChangedSince {
  const known = changes.get(projectId) ?? []
  const now = known.length
  const since = readUpTo.get(list)
  const fresh = since === undefined ? [null] : [...new Set(known.slice(since))]
  const ids = fresh.flatMap((id) => id ?? [])
  return {
    ids: ids.length === fresh.length && ids.length > 0 && ids.length <= fewNotes ? ids : undefined,
    settle: () => void readUpTo.set(list, now),
  }
}
