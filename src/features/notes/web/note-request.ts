import type { Seconds } from '#shared/units.ts'

/** A note that somebody wants to write, on the page of its track, which may first have to open. */
interface NoteWish {
  readonly versionId: string
  readonly at: Seconds
}

type Write = (at: Seconds) => void

let wish: NoteWish | undefined
let page: { readonly versionId: string; readonly write: Write } | undefined

/** The page of a version takes wishes until the returned function is called. */
export function takeWishes(versionId: string, write: Write): () => void {
  const here = { versionId, write }
  page = here
  // A wish for another version is out of date.
  const waiting = wish
  wish = undefined
  if (waiting?.versionId === versionId) write(waiting.at)
  return () => {
    if (page === here) page = undefined
  }
}

/** Whether the page of the version is open: it then begins the note at once. Otherwise the wish waits for it. */
export function wishNote(wanted: NoteWish): boolean {
  if (page?.versionId === wanted.versionId) {
    page.write(wanted.at)
    return true
  }
  wish = wanted
  return false
}
