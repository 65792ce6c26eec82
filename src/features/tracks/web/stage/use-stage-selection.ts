import { useCallback, useEffect, useRef, useState } from 'react'
import type { Seconds } from '#shared/units.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import type { PageKey } from '#web/ui/keys/page-keys.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import { playerStrings } from '../player/player.strings.ts'
import { trackStrings } from '../tracks.strings.ts'
import { offerRange } from './stage-range.ts'
import { stageStrings } from './stage.strings.ts'

export interface StageSelection {
  readonly selection: SecondsRange | undefined
  /** The start of a selection by key, without an end yet. */
  readonly anchor: Seconds | undefined
  readonly select: (range: SecondsRange | undefined) => void
  readonly loopIt: () => void
  /** Starts a selection at the playhead, or ends it there, without a drag. */
  readonly mark: () => void
}

/** The selection on the wave, by pointer or by S at both ends; R loops it. */
export function useStageSelection(heard: Heard): StageSelection {
  const [selection, setSelection] = useState<SecondsRange>()
  const [anchor, setAnchor] = useState<Seconds>()
  const select = useCallback((range: SecondsRange | undefined): void => {
    setAnchor(undefined)
    setSelection(range)
  }, [])
  const mark = (): void => {
    const at = listening.positionOn(heard.versionId)
    if (anchor === undefined) {
      setSelection(undefined)
      setAnchor(at)
    } else if (at !== anchor) select({ from: Math.min(at, anchor), to: Math.max(at, anchor) })
  }
  const loopIt = (): void => {
    if (selection) listening.hear(heard, { at: selection.from, loop: { inAt: selection.from, outAt: selection.to } })
  }
  const group = playerStrings.groups.page
  const ofSelection: readonly PageKey[] = [
    { keys: ['R'], label: stageStrings.keys.loop, group, run: loopIt },
    { keys: ['Escape'], label: trackStrings.clearSelection, group, run: () => select(undefined) },
  ]
  usePageKeys([
    { keys: ['S'], label: stageStrings.keys.select, group, run: mark },
    ...(selection ? ofSelection : anchor === undefined ? [] : ofSelection.slice(1)),
  ])
  const latest = useRef(mark)
  useEffect(() => {
    latest.current = mark
  })
  const { versionId } = heard
  useEffect(
    () =>
      offerRange({ versionId, range: selection, anchor, mark: () => latest.current(), clear: () => select(undefined) }),
    [versionId, selection, anchor, select],
  )
  return { selection, anchor, select, loopIt, mark }
}
