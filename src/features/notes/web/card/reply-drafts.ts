import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import { stableKey } from '#web/outbox/outbox-store.ts'
import type { Attachment } from '../../notes.contract.ts'
import { FileTray, type TrayPlace } from '../composer/file-tray.ts'

/** A reply, or an edit of one's own text, that has not been sent. */
export interface Writing {
  /** The text when editing began; empty for a reply. */
  readonly begin: string
  readonly body: string
  readonly attachments: readonly Attachment[]
  /** The field has yet to take the focus. */
  readonly isCalled: boolean
  readonly files: FileTray
}

type WritingKind = 'reply' | 'edit'

/** Unsent replies and edits of one person on one track. They live as long as the page, whichever are in view. */
export class Writings {
  readonly #writings = new Map<string, Writing>()
  readonly #listeners = new Listeners()
  readonly watch = this.#listeners.add
  /** Attachments of the new note. */
  readonly files: FileTray
  #ids: ReadonlySet<string> = new Set()

  constructor(place: TrayPlace) {
    this.files = new FileTray(place)
  }

  /** Ids of notes and replies with unsent text, as first known; a new set only when the ids change. */
  readonly ids = (): ReadonlySet<string> => this.#ids

  get(kind: WritingKind, id: string): Writing | undefined {
    return this.#writings.get(keyOf(kind, id))
  }

  /** Unsent text that is already there stays. */
  begin(kind: WritingKind, id: string, begin = ''): void {
    const before = this.get(kind, id) ?? { begin, body: begin, attachments: [], files: new FileTray(this.files.place) }
    this.#writings.set(keyOf(kind, id), { ...before, isCalled: true })
    this.#tellIds()
  }

  change(kind: WritingKind, id: string, what: (writing: Writing) => Partial<Writing>): void {
    const before = this.get(kind, id)
    if (!before) return
    this.#writings.set(keyOf(kind, id), { ...before, ...what(before) })
    this.#listeners.tell()
  }

  end(kind: WritingKind, id: string): void {
    this.get(kind, id)?.files.stop()
    this.#writings.delete(keyOf(kind, id))
    this.#tellIds()
  }

  /** Call when the page is left: uploads in progress have no destination any more. */
  leave(): void {
    for (const { files } of [this, ...this.#writings.values()]) files.stop()
  }

  #tellIds(): void {
    this.#ids = new Set([...this.#writings.keys()].map((key) => key.slice(key.indexOf(' ') + 1)))
    this.#listeners.tell()
  }
}

/** Stays the same when the note gets its real id. */
function keyOf(kind: WritingKind, id: string): string {
  return `${kind} ${stableKey(id)}`
}

export function useWriting(writings: Writings, kind: WritingKind, id: string): Writing | undefined {
  return useSyncExternalStore(writings.watch, () => writings.get(kind, id))
}

/** Whether somebody is writing a reply to a note, or editing it or one of its replies. */
export function isWrittenTo(
  ids: ReadonlySet<string>,
  note: { readonly id: string; readonly replies: readonly { readonly id: string }[] },
): boolean {
  return ids.size > 0 && [note, ...note.replies].some(({ id }) => ids.has(stableKey(id)))
}
