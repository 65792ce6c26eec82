import { useCallback, useMemo, useRef } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { VirtualList } from '#web/ui/list/VirtualList.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { sortNotes, type PlacedNote } from '../../note-order.ts'
import { NoteCard } from '../card/NoteCard.tsx'
import { NoteComposer, type NoteSigning } from '../composer/NoteComposer.tsx'
import { noteStrings } from '../notes.strings.ts'
import type { NotesModel } from '../use-notes-model.ts'
import styles from './GuestNotes.module.css'
import { useNoteRounds } from './use-note-rounds.ts'

interface GuestNotesProps {
  readonly model: NotesModel
  /** For the field, which can be used before the guest has a name. */
  readonly writing: NotesModel
  readonly signing: NoteSigning
  /** Below the field: that the browser is offline. */
  readonly notice: string | undefined
}

const usualHeightPx = 84
const keyOf = ({ id }: PlacedNote) => stableKey(id)

/** The notes on the page of a share link, the last first: the field on top, and only the rows near the view. */
export default function GuestNotes({ model, writing, signing, notice }: GuestNotesProps) {
  const scroller = useRef<HTMLElement>(null)
  const reach = useCallback((element: HTMLElement | null) => {
    scroller.current = element?.closest<HTMLElement>('[data-page-scroller]') ?? null
  }, [])
  const rounds = useNoteRounds(model)
  const { notes, placed, chosen } = model
  const { mayWrite } = writing
  const shown = useMemo(() => sortNotes(placed, 'newest'), [placed])
  return (
    <div ref={reach} className={styles.notes}>
      {mayWrite && <NoteComposer model={writing} rounds={rounds} signing={signing} />}
      {mayWrite && notice !== undefined && <output className={styles.notice}>{notice}</output>}
      {notes.error && !notes.isRead ? (
        <ErrorView error={notes.error} onRetry={() => void notes.refetch()}>
          {text(noteStrings.failed, { reason: reasonOf(notes.error) })}
        </ErrorView>
      ) : (
        !notes.data && (
          <SkeletonGroup>
            <SkeletonRows face />
          </SkeletonGroup>
        )
      )}
      {shown.length > 0 && (
        <VirtualList
          label={noteStrings.panel}
          className={styles.list}
          scroller={scroller}
          items={shown}
          keyOf={keyOf}
          estimate={usualHeightPx}
          pinned={[chosen && keyOf(chosen)]}
          row={(note, place) => (
            <NoteCard
              note={note}
              model={model}
              rowKey={place['data-row']}
              index={place['aria-posinset']}
              count={place['aria-setsize']}
              isNow={false}
            />
          )}
        />
      )}
    </div>
  )
}
