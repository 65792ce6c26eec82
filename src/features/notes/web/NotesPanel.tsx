import { MessageSquarePlus } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { useFollow, useVersionSound } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorView } from '#web/ui/ErrorView.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx'
import { everyNote, filterNotes, inList, noteAt, type PlacedNote } from '../note-order.ts'
import { NoteCard } from './NoteCard.tsx'
import { NoteComposer } from './NoteComposer.tsx'
import { noteStrings } from './notes.strings.ts'
import { followNotes, NoteTools } from './NoteTools.tsx'
import type { NoteDesk } from './use-note-desk.ts'
import styles from './NotesPanel.module.css'

/** Notes beside the wave, and the place to write one. */
export default function NotesPanel({ desk }: { readonly desk: NoteDesk }) {
  const isFollowing = useSyncExternalStore(followNotes.watch, followNotes.get) === 'on'
  const shown = filterNotes(desk.placed.filter((note) => inList(desk.list, note)), desk.filter)
  return (
    <div className={styles.panel}>
      <div className={styles.scroller}>
        <NoteTools desk={desk} isFollowing={isFollowing} />
        <LinkedNote desk={desk} />
        <NoteItems desk={desk} shown={shown} isFollowing={isFollowing} />
      </div>
      {desk.mayWrite && <NoteComposer desk={desk} />}
    </div>
  )
}

interface NoteItemsProps {
  readonly desk: NoteDesk
  readonly shown: readonly PlacedNote[]
  readonly isFollowing: boolean
}

function NoteItems({ desk, shown, isFollowing }: NoteItemsProps) {
  const { notes, list, placed, filter, mayWrite, setFilter } = desk
  const items = useRef<HTMLUListElement>(null)
  useFollowedCard(items, shown, isFollowing ? desk.version.id : undefined)
  if (notes.error && !notes.data) return <ErrorView error={notes.error} onRetry={() => void notes.refetch()}>{text(noteStrings.failed, { reason: reasonOf(notes.error) })}</ErrorView>
  if (!notes.data) return <SkeletonGroup><SkeletonRows face /></SkeletonGroup>
  const isFiltered = filter.author !== 'anybody' || filter.find.trim() !== ''
  if (shown.length === 0 && isFiltered && placed.length > 0) return <EmptyState title={noteStrings.noMatch} action={<Button onClick={() => setFilter(everyNote)}>{noteStrings.showAll}</Button>} />
  if (shown.length === 0) return <EmptyState icon={MessageSquarePlus} title={noteStrings.empty[list]}>{mayWrite ? noteStrings.emptyWords : noteStrings.emptyReader}</EmptyState>
  return <ul ref={items} className={styles.list} aria-label={noteStrings.panel}>{shown.map((note) => <NoteCard key={note.id} note={note} desk={desk} />)}</ul>
}

/** Marks the note that is being heard and keeps it in view, straight in the page: frames never pass through state. */
function useFollowedCard(items: React.RefObject<HTMLUListElement | null>, shown: readonly PlacedNote[], versionId: string | undefined): void {
  const follow = useFollow()
  const isPlaying = useVersionSound(versionId) === 'playing'
  useEffect(() => {
    const list = items.current
    if (!isPlaying || !list) return undefined
    let marked: Element | null = null
    const mark = (card: Element | null) => {
      if (card === marked) return
      marked?.removeAttribute('data-now')
      card?.setAttribute('data-now', '')
      card?.scrollIntoView({ block: 'nearest' })
      marked = card
    }
    const stop = follow((position) => {
      const note = noteAt(shown, position)
      mark(note ? list.querySelector(`[data-note="${note.id}"]`) : null)
    })
    return () => {
      stop()
      mark(null)
    }
  }, [items, shown, isPlaying, follow])
}

/** A link may lead to a note that is not on this version, or no longer anywhere. */
function LinkedNote({ desk: { noteId, notes, placed, onShowVersion } }: { readonly desk: NoteDesk }) {
  if (noteId === undefined || !notes.data || placed.some(({ id }) => id === noteId)) return null
  const note = notes.data.find(({ id }) => id === noteId)
  if (!note) return <output className={styles.notice}>{noteStrings.gone}</output>
  return (
    <output className={styles.notice}>
      {text(noteStrings.elsewhere, { number: note.version.number })}
      <Button size="small" onClick={() => onShowVersion(note)}>{text(noteStrings.showVersion, { number: note.version.number })}</Button>
    </output>
  )
}
