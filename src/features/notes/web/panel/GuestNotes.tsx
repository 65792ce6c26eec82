import { useCallback, useMemo, useRef, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { VirtualList } from '#web/ui/list/VirtualList.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import type { PlacedNote } from '../../note-order.ts'
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

/** The notes on the page of a share link, in order of time: the field on top, and only the rows near the view. */
export default function GuestNotes({ model, writing, signing, notice }: GuestNotesProps) {
  const scroller = useRef<HTMLElement>(null)
  const reach = useCallback((element: HTMLElement | null) => {
    scroller.current = element?.closest<HTMLElement>('[data-page-scroller]') ?? null
  }, [])
  const rounds = useNoteRounds(model)
  const { notes, placed, chosen } = model
  const freshKey = useFresh(model)
  const { mayWrite } = writing
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
      {placed.length > 0 && (
        <VirtualList
          label={noteStrings.panel}
          className={styles.list}
          scroller={scroller}
          items={placed}
          keyOf={keyOf}
          estimate={usualHeightPx}
          pinned={[chosen && keyOf(chosen), freshKey]}
          row={(note, place) => (
            <NoteCard
              note={note}
              model={model}
              rowKey={place['data-row']}
              index={place['aria-posinset']}
              count={place['aria-setsize']}
              isNow={keyOf(note) === freshKey}
            />
          )}
        />
      )}
    </div>
  )
}

/** The key of the note that the guest has just sent: it comes into view wherever its time puts it. */
function useFresh({ placed, notes, myId, version, areElsewhere }: NotesModel): string | undefined {
  const keys = useMemo(
    () => placed.filter(({ authorId }) => authorId === myId).map((note) => keyOf(note)),
    [placed, myId],
  )
  const isKnown = notes.data !== undefined && !areElsewhere
  const [before, setBefore] = useState({
    keys,
    isKnown,
    versionId: version.id,
    freshKey: undefined as string | undefined,
  })
  if (before.keys !== keys || before.isKnown !== isKnown || before.versionId !== version.id)
    setBefore({
      keys,
      isKnown,
      versionId: version.id,
      freshKey:
        before.isKnown && isKnown && before.versionId === version.id
          ? (keys.find((key) => !before.keys.includes(key)) ?? before.freshKey)
          : undefined,
    })
  return before.freshKey
}
