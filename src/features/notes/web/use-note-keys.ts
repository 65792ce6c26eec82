import { useEffect, useRef } from 'react'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import { offerSteps } from '#web/player/place-steps.ts'
import type { PageKey } from '#web/ui/keys/page-keys.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { announce } from '#web/ui/overlay/announce.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { nextOpen, type PlacedNote } from '../note-order.ts'
import { positionOn } from './card/note-sound.ts'
import { noteHeadline } from './card/note-headline.ts'
import { canRecord } from './composer/can-record.ts'
import { noteStrings } from './notes.strings.ts'
import type { NotesModel } from './use-notes-model.ts'

/**
 * N and P step through the open notes; X, Shift+X and T act on the selected one if the user may, and R loops its range;
 * holding H records a voice note.
 */
export function useNoteKeys(model: NotesModel | undefined, onShow: () => void): void {
  const { keys: words } = noteStrings
  const group = playerStrings.groups.page
  const { chosen, placed = [], actions } = model ?? {}
  const walk = (by: 1 | -1) => () => {
    const next = model && nextOpen(placed, chosen?.id, positionOn(model.heard), by)
    if (!next) return
    onShow()
    model.choose(next)
    announce(walkedWords(placed, next))
  }
  const latest = useRef(walk)
  useEffect(() => {
    latest.current = walk
  })
  // The player bar steps through the notes like the keys.
  const stepped = model && model.openCount > 0 ? model.version.id : undefined
  useEffect(
    () =>
      stepped === undefined
        ? undefined
        : offerSteps({
            versionId: stepped,
            next: { label: words.next, keys: 'N', go: () => latest.current(1)() },
            previous: { label: words.previous, keys: 'P', go: () => latest.current(-1)() },
          }),
    [stepped, words],
  )
  const walking: readonly PageKey[] =
    model && model.openCount > 0
      ? [
          { keys: ['N'], label: words.next, group, run: walk(1) },
          { keys: ['P'], label: words.previous, group, run: walk(-1) },
        ]
      : []
  const may = (next: 'fixed' | 'verified') => chosen?.nextStates.includes(next) ?? false
  usePageKeys([
    ...walking,
    // Guests enter their name first.
    ...(model?.mayWrite && model.guestName !== '' && canRecord()
      ? [
          {
            keys: ['H'],
            label: words.talk,
            group,
            isDeliberate: true,
            run: () => {
              onShow()
              model.talk(true)
            },
            release: () => model.talk(false),
          },
        ]
      : []),
    ...(chosen && actions && may('fixed')
      ? [{ keys: ['X'], label: words.fix, group, run: () => actions.fix(chosen) }]
      : []),
    ...(chosen && actions && may('verified')
      ? [{ keys: ['Shift+X'], label: words.verify, group, run: () => actions.verify(chosen) }]
      : []),
    ...(chosen && model?.heard && chosen.place.toSeconds !== null
      ? [{ keys: ['R'], label: words.repeat, group, yields: true, run: () => model.choose(chosen, { play: true }) }]
      : []),
    ...(chosen && model?.onMakeTask && model.taskOf(chosen.id) === undefined
      ? [{ keys: ['T'], label: words.task, group, run: () => model.onMakeTask?.(chosen) }]
      : []),
  ])
}

/** Which of the open notes it is, for those who do not see the list. */
export function walkedWords(notes: readonly PlacedNote[], note: PlacedNote): string {
  const open = notes.filter(({ state }) => state === 'open')
  return text(noteStrings.walked, {
    index: open.indexOf(note) + 1,
    count: open.length,
    time: formatDuration(note.place.fromSeconds),
    name: note.authorName ?? noteStrings.someone,
    title: noteHeadline(note),
  })
}
