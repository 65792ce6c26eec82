import type { Seconds } from '#shared/units.ts'

/** A note that somebody wants to write, on the page of its track, which may first have to open. */
interface NoteRequest {
  readonly versionId: string
  readonly at: Seconds
}

type Write = (at: Seconds) => void

let request: NoteRequest | undefined
let page: { readonly versionId: string; readonly write: Write } | undefined

/** The page of a version takes requests until the returned function is called. */
export function takeNoteRequests(versionId: string, write: Write): () => void {
  const here = { versionId, write }
  page = here
  // A request for another version is out of date.
  const waiting = request
  request = undefined
  if (waiting?.versionId === versionId) write(waiting.at)
  return () => {
    if (page === here) page = undefined
  }
}

/** Whether the page of the version is open: it then begins the note at once. Otherwise the request waits for it. */
export function requestNote(wanted: NoteRequest): boolean {
  if (page?.versionId === wanted.versionId) {
    page.write(wanted.at)
    return true
  }
  request = wanted
  return false
}
