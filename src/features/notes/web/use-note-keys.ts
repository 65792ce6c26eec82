import { useEffect, useRef } from 'react'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import { offerSteps } from '#web/player/place-steps.ts'
import type { PageKey } from '#web/ui/keys/page-keys.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { nextOpen } from '../note-order.ts'
import { positionOn } from './card/note-sound.ts'
import { canRecord } from './composer/can-record.ts'
import { noteStrings } from './notes.strings.ts'
import type { NotesModel } from './use-notes-model.ts'

/**
 * N and P walk the open notes; X, Shift+X and T act on the chosen one, where one may, and R repeats its range; H is
 * held to talk one.
 */
export function useNoteKeys(desk: NotesModel | undefined, onShow: () => void): void {
  const { keys: words } = noteStrings
  const group = playerStrings.groups.page
  const { chosen, placed = [], actions } = desk ?? {}
  const walk = (by: 1 | -1) => () => {
    const next = desk && nextOpen(placed, chosen?.id, positionOn(desk.heard), by)
    if (!next) return
    onShow()
    desk.choose(next)
  }
  const latest = useRef(walk)
  useEffect(() => {
    latest.current = walk
  })
  // The bar below steps from note to note as the keys do.
  const stepped = desk && desk.openCount > 0 ? desk.version.id : undefined
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
    desk && desk.openCount > 0
      ? [
          { keys: ['N'], label: words.next, group, run: walk(1) },
          { keys: ['P'], label: words.previous, group, run: walk(-1) },
        ]
      : []
  const may = (next: 'fixed' | 'verified') => chosen?.nextStates.includes(next) ?? false
  usePageKeys([
    ...walking,
    // Guests say their name first.
    ...(desk?.mayWrite && desk.guestName !== '' && canRecord()
      ? [
          {
            keys: ['H'],
            label: words.talk,
            group,
            isDeliberate: true,
            run: () => {
              onShow()
              desk.talk(true)
            },
            release: () => desk.talk(false),
          },
        ]
      : []),
    ...(chosen && actions && may('fixed')
      ? [{ keys: ['X'], label: words.fix, group, run: () => actions.fix(chosen) }]
      : []),
    ...(chosen && actions && may('verified')
      ? [{ keys: ['Shift+X'], label: words.verify, group, run: () => actions.verify(chosen) }]
      : []),
    ...(chosen && desk?.heard && chosen.place.toSeconds !== null
      ? [{ keys: ['R'], label: words.repeat, group, yields: true, run: () => desk.choose(chosen, { play: true }) }]
      : []),
    ...(chosen && desk?.onMakeTask && desk.taskOf(chosen.id) === undefined
      ? [{ keys: ['T'], label: words.task, group, run: () => desk.onMakeTask?.(chosen) }]
      : []),
  ])
}
