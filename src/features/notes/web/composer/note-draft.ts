import { useMemo, useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import type { Seconds } from '#shared/units.ts'
import { draftKey } from '#web/api/kept-drafts.ts'
import { isVisitOver } from '#web/api/visit-mark.ts'
import type { Attachment } from '../../notes.contract.ts'
import { noMarks, noteDirections, type NoteMarks } from '../../note-marks.ts'
import type { NoteVisibility } from '../../note-visibility.ts'

/** An unsent note. */
export interface NoteDraft extends NoteMarks {
  readonly from: Seconds
  readonly to: Seconds | null
  readonly body: string
  readonly visibility: NoteVisibility
  /** Uploaded already, and not yet attached to a note. */
  readonly attachments?: readonly Attachment[]
}

/** Whether there is anything to send or store. */
export function saysSomething({ body, attachments = [] }: Pick<NoteDraft, 'body' | 'attachments'>): boolean {
  return body.trim() !== '' || attachments.length > 0
}

/** An empty draft. */
export function newDraft(from: Seconds, to: Seconds | null = null): NoteDraft {
  return { from, to, body: '', visibility: 'everyone', ...noMarks }
}

/** One person's draft on one track, as a store: typing re-renders only its subscribers. */
export interface DraftStore {
  readonly get: () => NoteDraft | null
  readonly set: (draft: NoteDraft | null) => void
  /** Requests the focus for the field. */
  readonly call: () => void
  /** Number of focus requests that have not been met. */
  readonly calls: () => number
  readonly answered: () => void
  /** Whether the push-to-talk key is down. */
  readonly isTalking: () => boolean
  readonly talk: (isTalking: boolean) => void
  /** For `useSyncExternalStore`. */
  readonly watch: (listener: () => void) => () => void
}

/** Stored in this browser until its user signs out; without storage it lasts as long as the page. */
export function openDraft(userId: string, trackId: string): DraftStore {
  const key = draftKey(userId, trackId)
  const listeners = new Listeners()
  let draft = readDraft(key)
  let calls = 0
  let isTalking = false
  const callsAre = (count: number) => {
    calls = count
    listeners.tell()
  }
  return {
    get: () => draft,
    set: (next) => {
      draft = next
      writeDraft(key, next)
      listeners.tell()
    },
    call: () => callsAre(calls + 1),
    calls: () => calls,
    answered: () => callsAre(0),
    isTalking: () => isTalking,
    talk: (now) => {
      isTalking = now
      listeners.tell()
    },
    watch: listeners.add,
  }
}

export function useIsWriting({ watch, get }: DraftStore): boolean {
  return useSyncExternalStore(watch, () => get() !== null)
}

/** The range that the draft is about; the same object while only its words change. */
export function useWritingRange({
  watch,
  get,
}: DraftStore): { readonly from: Seconds; readonly to: Seconds } | undefined {
  const edge = (of: 'from' | 'to') => () => get()?.[of] ?? undefined
  const from = useSyncExternalStore(watch, edge('from'))
  const to = useSyncExternalStore(watch, edge('to'))
  return useMemo(() => (from === undefined || to === undefined ? undefined : { from, to }), [from, to])
}

function readDraft(key: string): NoteDraft | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isDraft(saved) ? { ...newDraft(saved.from), ...saved } : null
  } catch {
    return null
  }
}

/** A draft stored by an earlier build has fewer fields. */
function isDraft(saved: unknown): saved is Pick<NoteDraft, 'from' | 'to' | 'body'> & Partial<NoteDraft> {
  return (
    typeof saved === 'object' &&
    saved !== null &&
    'from' in saved &&
    typeof saved.from === 'number' &&
    'to' in saved &&
    (saved.to === null || typeof saved.to === 'number') &&
    'body' in saved &&
    typeof saved.body === 'string' &&
    (!('section' in saved) || isMark(saved.section)) &&
    (!('part' in saved) || isMark(saved.part)) &&
    (!('direction' in saved) || saved.direction === null || noteDirections.some((one) => one === saved.direction)) &&
    (!('visibility' in saved) || saved.visibility === 'everyone' || saved.visibility === 'members')
  )
}

function isMark(saved: unknown): boolean {
  return saved === null || typeof saved === 'string'
}

function writeDraft(key: string, draft: NoteDraft | null): void {
  if (isVisitOver()) return
  try {
    if (draft === null || !saysSomething(draft)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage may be refused.
  }
}
