import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import { keepUnsent, readUnsent } from '#web/api/unsent-words.ts'
import { realId, stableKey } from '#web/outbox/outbox-store.ts'
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
  /** An earlier visit left it, and nobody has asked for it since. */
  readonly isLeft: boolean
  readonly files: FileTray
}

type WritingKind = 'reply' | 'edit'

/** Unsent replies and edits of one person on one track, stored in this browser until they are sent or cancelled. */
export class Writings {
  readonly #writings = new Map<string, Writing>()
  readonly #listeners = new Listeners()
  readonly watch = this.#listeners.add
  /** Attachments of the new note. */
  readonly files: FileTray
  readonly #userId: string
  #ids: ReadonlySet<string> = new Set()

  constructor(place: TrayPlace, userId: string) {
    this.files = new FileTray(place)
    this.#userId = userId
    for (const [key, left] of readLeft(this.#place, userId))
      this.#writings.set(key, { ...left, isCalled: false, isLeft: true, files: new FileTray(place) })
    this.#tellIds()
  }

  get #place(): string {
    return `said.${this.files.place.trackId}`
  }

  /** Ids of notes and replies with unsent text, as first known; a new set only when the ids change. */
  readonly ids = (): ReadonlySet<string> => this.#ids

  /** Whether somebody is writing now, not only in an earlier visit. */
  readonly isAnswering = (): boolean => [...this.#writings.values()].some(({ isLeft }) => !isLeft)

  get(kind: WritingKind, id: string): Writing | undefined {
    return this.#writings.get(keyOf(kind, id))
  }

  /** Unsent text that is already there stays. */
  begin(kind: WritingKind, id: string, begin = ''): void {
    const before = this.get(kind, id) ?? { begin, body: begin, attachments: [], files: new FileTray(this.files.place) }
    this.#writings.set(keyOf(kind, id), { ...before, isCalled: true, isLeft: false })
    this.#tellIds()
  }

  change(kind: WritingKind, id: string, what: (writing: Writing) => Partial<Writing>): void {
    const before = this.get(kind, id)
    if (!before) return
    this.#writings.set(keyOf(kind, id), { ...before, isLeft: false, ...what(before) })
    this.#keep()
    this.#listeners.tell()
  }

  end(kind: WritingKind, id: string): void {
    this.get(kind, id)?.files.stop()
    this.#writings.delete(keyOf(kind, id))
    this.#keep()
    this.#tellIds()
  }

  /** Call when the page is left: uploads in progress have no destination any more. */
  leave(): void {
    for (const { files } of [this, ...this.#writings.values()]) files.stop()
  }

  #keep(): void {
    const left = [...this.#writings].flatMap(([key, { begin, body, attachments }]) =>
      body === begin && attachments.length === 0 ? [] : [{ key: realKey(key), begin, body, attachments }],
    )
    keepUnsent(this.#place, left.length === 0 ? undefined : JSON.stringify(left), this.#userId)
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

/** The next visit knows a note only by the server's id. */
function realKey(key: string): string {
  const gap = key.indexOf(' ')
  return key.slice(0, gap + 1) + realId(key.slice(gap + 1))
}

type LeftWriting = Pick<Writing, 'begin' | 'body' | 'attachments'>

function readLeft(place: string, userId: string): readonly (readonly [key: string, left: LeftWriting])[] {
  try {
    const left: unknown = JSON.parse(readUnsent(place, userId) ?? '[]')
    return Array.isArray(left) ? left.filter(isLeft).map(({ key, ...rest }) => [key, rest]) : []
  } catch {
    return []
  }
}

function isLeft(one: unknown): one is LeftWriting & { readonly key: string } {
  return (
    typeof one === 'object' &&
    one !== null &&
    'key' in one &&
    typeof one.key === 'string' &&
    'begin' in one &&
    typeof one.begin === 'string' &&
    'body' in one &&
    typeof one.body === 'string' &&
    'attachments' in one &&
    Array.isArray(one.attachments)
  )
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
