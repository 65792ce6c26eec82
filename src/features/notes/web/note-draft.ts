import { useCallback, useState } from 'react'
import type { Seconds } from '#shared/units.ts'
import type { Attachment } from '../notes.contract.ts'

/** A note that is being written. */
export interface NoteDraft {
  readonly from: Seconds
  readonly to: Seconds | null
  readonly body: string
  /** Sent already, and waiting on the server for the note. */
  readonly attachments?: readonly Attachment[]
}

/** Whether there is anything to send or keep. */
export function saysSomething({ body, attachments = [] }: Pick<NoteDraft, 'body' | 'attachments'>): boolean {
  return body.trim() !== '' || attachments.length > 0
}

/** One draft per person and track, kept in this browser over reloads; without storage it lasts as long as the page. */
export function useNoteDraft(userId: string, trackId: string): readonly [NoteDraft | null, (draft: NoteDraft | null) => void] {
  const key = `roughmix.note-draft.${userId}.${trackId}`
  const [kept, setKept] = useState(() => ({ key, draft: readDraft(key) }))
  // The person may be known later than the page is there.
  const draft = kept.key === key ? kept.draft : readDraft(key)
  const keep = useCallback((next: NoteDraft | null) => {
    writeDraft(key, next)
    setKept({ key, draft: next })
  }, [key])
  return [draft, keep]
}

function readDraft(key: string): NoteDraft | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isDraft(saved) ? saved : null
  } catch {
    return null
  }
}

function isDraft(saved: unknown): saved is NoteDraft {
  return typeof saved === 'object' && saved !== null && 'from' in saved && typeof saved.from === 'number' && 'to' in saved && (saved.to === null || typeof saved.to === 'number') && 'body' in saved && typeof saved.body === 'string'
}

function writeDraft(key: string, draft: NoteDraft | null): void {
  try {
    if (draft === null || !saysSomething(draft)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage may be refused.
  }
}
