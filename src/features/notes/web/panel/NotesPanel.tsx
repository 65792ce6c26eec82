import { ArrowDownToLine, MessageSquarePlus, UsersRound } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { useFollow, useVersionSound } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { VirtualList } from '#web/ui/list/VirtualList.tsx'
import { everyNote, filterNotes, inList, isFiltered, noteAt, sortNotes, type PlacedNote } from '../../note-order.ts'
import { useIsWriting } from '../composer/note-draft.ts'
import { NoteCard } from '../card/NoteCard.tsx'
import { NoteComposer } from '../composer/NoteComposer.tsx'
import { NoteRoundBar } from './NoteRoundBar.tsx'
import { noteStrings } from '../notes.strings.ts'
import { followNotes, NoteTools } from './NoteTools.tsx'
import { roundStrings } from './rounds.strings.ts'
import type { NotesModel } from '../use-notes-model.ts'
import { useNoteRounds } from './use-note-rounds.ts'
import { useOwnScroll } from './use-own-scroll.ts'
import { isWrittenTo } from '../card/reply-drafts.ts'
import styles from './NotesPanel.module.css'

const RoundDialog = lazyDialog(() => import('./RoundDialog.tsx'))

export interface NotesPanelProps {
  readonly model: NotesModel
  /** Part of a page that scrolls as a whole (`data-page-scroller`): the field comes first. */
  readonly inPage?: boolean
}

/** Notes beside the wave, and the field for a new one. */
export default function NotesPanel({ model, inPage = false }: NotesPanelProps) {
  const {
    placed,
    list,
    filter,
    sort,
    seen: { isFresh },
    version,
  } = model
  const scroller = useRef<HTMLElement>(null)
  // Set the scroller before its children read it.
  const reach = useCallback(
    (element: HTMLElement | null) => {
      scroller.current = (inPage && element?.closest<HTMLElement>('[data-page-scroller]')) || element
    },
    [inPage],
  )
  const isWanted = useSyncExternalStore(followNotes.watch, followNotes.get) === 'on'
  const isPlaying = useVersionSound(version.id) === 'playing'
  const [isPaused, setPaused] = useState(false)
  const isFollowing = isWanted && !isPaused
  // A user who scrolls during playback wants to read something else, so stop following.
  useOwnScroll(scroller, isFollowing && isPlaying ? () => setPaused(true) : undefined)
  const follow = (follows: boolean) => {
    followNotes.set(follows ? 'on' : 'off')
    setPaused(false)
  }
  const written = useSyncExternalStore(model.writings.watch, model.writings.ids)
  const isAnswering = useSyncExternalStore(model.writings.watch, model.writings.isAnswering)
  const inMusic = useMemo(() => {
    const asked = new Set(
      filterNotes(
        placed.filter((note) => inList(list, note)),
        filter,
        isFresh,
      ),
    )
    // A filter never hides a note with an unsent reply or edit.
    return placed.filter((note) => asked.has(note) || isWrittenTo(written, note))
  }, [placed, list, filter, isFresh, written])
  const shown = useMemo(() => sortNotes(inMusic, sort), [inMusic, sort])
  const rounds = useNoteRounds(model)
  const [isStarting, setStarting] = useState(false)
  const start = () => setStarting(true)
  const startRound: MenuEntry = rounds.mayStart && {
    kind: 'action',
    label: text(roundStrings.start, { number: rounds.nextNumber }),
    icon: UsersRound,
    onSelect: start,
  }
  const isWriting = useIsWriting(model.draft)
  const composer = model.mayWrite && <NoteComposer model={model} rounds={rounds} />
  const nowId = useNowId(inMusic, isWanted && isPlaying)
  return (
    <div
      className={classNames(styles.panel, inPage && styles.inPage)}
      data-writing={isWriting || undefined}
      data-answering={isAnswering || undefined}
    >
      {inPage && composer}
      <div ref={reach} className={styles.scroller} data-scroller>
        <NoteTools model={model} isFollowing={isFollowing} onFollow={follow} more={[startRound]} />
        <NoteRoundBar model={model} rounds={rounds} onStart={start} />
        <LinkedNote model={model} />
        <NoteItems model={model} shown={shown} scroller={scroller} nowId={isFollowing ? nowId : undefined} />
        {isWanted && isPaused && isPlaying && (
          <span className={styles.resume}>
            <Button size="small" icon={ArrowDownToLine} onClick={() => follow(true)}>
              {noteStrings.followPaused}
            </Button>
          </span>
        )}
      </div>
      {!inPage && composer}
      {isStarting && <RoundDialog model={model} rounds={rounds} onClose={() => setStarting(false)} />}
    </div>
  )
}

interface NoteItemsProps {
  readonly model: NotesModel
  readonly shown: readonly PlacedNote[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly nowId: string | undefined
}

/** A card with one line of text. */
const usualHeightPx = 112
const keyOf = ({ id }: PlacedNote) => stableKey(id)

function NoteItems({ model, shown, scroller, nowId }: NoteItemsProps) {
  const { notes, list, placed, filter, chosen, mayWrite, setFilter } = model
  const failed = notes.error && !notes.isRead && (
    <ErrorView error={notes.error} onRetry={() => void notes.refetch()}>
      {text(noteStrings.failed, { reason: reasonOf(notes.error) })}
    </ErrorView>
  )
  if (failed && (!notes.data || shown.length === 0)) return failed
  if (!notes.data)
    return (
      <SkeletonGroup>
        <SkeletonRows face />
      </SkeletonGroup>
    )
  if (shown.length === 0 && isFiltered(filter) && placed.length > 0)
    return (
      <EmptyState
        title={noteStrings.noMatch}
        action={<Button onClick={() => setFilter(everyNote)}>{noteStrings.showAll}</Button>}
      />
    )
  if (shown.length === 0)
    return (
      <EmptyState icon={MessageSquarePlus} title={noteStrings.empty[list]}>
        {mayWrite ? noteStrings.emptyWords : noteStrings.emptyReader}
      </EmptyState>
    )
  return (
    <>
      <VirtualList
        label={noteStrings.panel}
        className={styles.list}
        scroller={scroller}
        items={shown}
        keyOf={keyOf}
        estimate={usualHeightPx}
        pinned={[chosen && keyOf(chosen), nowId === undefined ? undefined : stableKey(nowId)]}
        row={(note, place) => (
          <NoteCard
            note={note}
            model={model}
            rowKey={place['data-row']}
            index={place['aria-posinset']}
            count={place['aria-setsize']}
            isNow={note.id === nowId}
          />
        )}
      />
      {failed}
    </>
  )
}

/** The note at the playhead; sets state only when it changes. */
function useNowId(notes: readonly PlacedNote[], isPlaying: boolean): string | undefined {
  const follow = useFollow()
  const [nowId, setNowId] = useState<string>()
  useEffect(() => {
    if (!isPlaying) return undefined
    const stop = follow((position) => setNowId(noteAt(notes, position)?.id))
    return () => {
      stop()
      setNowId(undefined)
    }
  }, [notes, isPlaying, follow])
  return nowId
}

/** A link may lead to a note that is not on this version, or no longer exists. */
function LinkedNote({ model: { noteId, notes, placed, areElsewhere, onShowVersion } }: { readonly model: NotesModel }) {
  if (noteId === undefined || !notes.data || areElsewhere || placed.some(({ id }) => id === noteId)) return null
  const note = notes.data.find(({ id }) => id === noteId)
  if (!note) return <output className={styles.notice}>{noteStrings.gone}</output>
  return (
    <output className={styles.notice}>
      {text(noteStrings.elsewhere, { number: note.version.number })}
      <Button size="small" onClick={() => onShowVersion(note)}>
        {text(noteStrings.showVersion, { number: note.version.number })}
      </Button>
    </output>
  )
}
