import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import { stableKey } from '#web/outbox/outbox-store.ts'
import type { Attachment } from '../../notes.contract.ts'
import { FileTray, type TrayPlace } from '../composer/file-tray.ts'

/** A reply, or a change of what one wrote, that is not sent yet. */
export interface Writing {
  /** The words as they were seen when it began; none before a reply. */
  readonly begin: string
  readonly body: string
  readonly attachments: readonly Attachment[]
  /** What its field still has to do: take the focus. */
  readonly isCalled: boolean
  readonly files: FileTray
}

type WritingKind = 'reply' | 'edit'

/**
 * What one person is writing under the notes of one track. It stays while the page does, whatever of it is in sight.
 */
export class Writings {
  readonly #writings = new Map<string, Writing>()
  readonly #listeners = new Listeners()
  readonly watch = this.#listeners.add
  /** Of the new note. */
  readonly files: FileTray
  #ids: ReadonlySet<string> = new Set()

  constructor(place: TrayPlace) {
    this.files = new FileTray(place)
  }

  /** The notes and replies that are written to, as they were first called; another set only where they are others. */
  readonly ids = (): ReadonlySet<string> => this.#ids

  get(kind: WritingKind, id: string): Writing | undefined {
    return this.#writings.get(keyOf(kind, id))
  }

  /** What is there already goes on. */
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

  /** The page is left: files on their way have nowhere to go. */
  leave(): void {
    for (const { files } of [this, ...this.#writings.values()]) files.stop()
  }

  #tellIds(): void {
    this.#ids = new Set([...this.#writings.keys()].map((key) => key.slice(key.indexOf(' ') + 1)))
    this.#listeners.tell()
  }
}

/** Also where it has got its real id meanwhile. */
function keyOf(kind: WritingKind, id: string): string {
  return `${kind} ${stableKey(id)}`
}

export function useWriting(writings: Writings, kind: WritingKind, id: string): Writing | undefined {
  return useSyncExternalStore(writings.watch, () => writings.get(kind, id))
}

/** Whether somebody writes under a note or changes its words or those of a reply. */
export function isWrittenTo(
  ids: ReadonlySet<string>,
  note: { readonly id: string; readonly replies: readonly { readonly id: string }[] },
): boolean {
  return ids.size > 0 && [note, ...note.replies].some(({ id }) => ids.has(stableKey(id)))
}
