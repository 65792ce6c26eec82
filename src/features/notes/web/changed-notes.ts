/** What is known to have changed in a project's notes, in order: a note's id, or null for any of them. */
const changes = new Map<string, (string | null)[]>()
/** How much of it the notes of a list, by its key, have in them; only lists that were read to the end are here. */
const readUpTo = new Map<string, number>()

/** More than these are read as fast as all of them. */
const fewNotes = 50

/** Told before the lists are called stale, so that they need not be read as a whole. */
export function markNoteChanged(projectId: string, noteId: string | null): void {
  const known = changes.get(projectId) ?? []
  known.push(noteId)
  changes.set(projectId, known)
}

export interface ChangedSince {
  /** The notes to read again; undefined where only reading all of them will do. */
  readonly ids: readonly string[] | undefined
  /** The list is as it was when this was asked. */
  readonly settle: () => void
}

/** What has changed since a list was last read. Nothing known to have changed means that something unknown has. */
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
