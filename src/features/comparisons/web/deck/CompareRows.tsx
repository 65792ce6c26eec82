import { type RefCallback, useCallback, useEffect, useMemo } from 'react'
import type { Hertz } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import { useViewport } from '#web/waveform/use-peaks.ts'
import { WaveRuler } from '#web/waveform/view/WaveRuler.tsx'
import { endFrame, showFrom, withWidth } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { DifferenceStrip } from '../changes/DifferenceStrip.tsx'
import { useFoundPlaces } from '../changes/use-found-places.ts'
import { compareStrings as strings } from '../compare.strings.ts'
import styles from './ComparePage.module.css'
import { SourceRow } from './SourceRow.tsx'
import { type DeckVoice, letters } from './deck-entry.ts'
import { type DeckMap, shiftedMap } from './deck-map.ts'
import { shortName } from './deck-words.ts'
import type { Deck } from './deck.ts'
import type { DeckState } from './deck-state.ts'
import { type RowSeam, rowSeams } from './row-seams.ts'
import type { VoiceTrouble } from './use-voices.ts'

interface DeckView {
  readonly viewport: WaveViewport
  /** Ref for the element whose width is that of every wave. */
  readonly measure: RefCallback<HTMLElement>
}

/** The time axis that all rows share. Turns the page with the playhead. */
function useDeckView(voices: readonly DeckVoice[], rate: Hertz, playhead: FollowPlayhead): DeckView {
  const longest = Math.max(
    1,
    ...voices.map(
      ({
        heard: {
          playable: { durationSeconds },
        },
      }) => durationSeconds,
    ),
  )
  const viewport = useViewport({ totalFrames: Math.ceil(longest * rate), sampleRate: rate })
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const observer = new ResizeObserver(() => viewport.change((view) => withWidth(view, element.clientWidth)))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [viewport],
  )
  useEffect(() => {
    let before = 0
    return playhead((now) => {
      const view = viewport.view()
      const edge = endFrame(view) / view.sampleRate
      if (before <= edge && now > edge && now - before < 1)
        viewport.change((view) => showFrom(view, now * view.sampleRate))
      before = now
    })
  }, [playhead, viewport])
  return { viewport, measure }
}

const wholeMap = shiftedMap(0)

/** The playhead in each source's own time. */
function useRowPlayheads(deck: Deck, count: number, playhead: FollowPlayhead): readonly FollowPlayhead[] {
  return useMemo(
    () =>
      Array.from(
        { length: count },
        (_, index): FollowPlayhead =>
          (draw) =>
            playhead((at) => draw(deck.placeIn(index, at))),
      ),
    [deck, count, playhead],
  )
}

/** In each row, what only it or only the first has. Nothing is told of sources that share nothing. */
function useSeams(
  deck: Deck,
  voices: readonly DeckVoice[],
  maps: readonly DeckMap[],
  rate: Hertz,
): readonly (readonly RowSeam[])[] {
  return useMemo(() => {
    const sources = voices.map((voice, index) => ({
      index,
      name: shortName(voice),
      totalFrames: voice.playable?.source.totalFrames ?? 0,
    }))
    return voices.map(({ heard }, index) => {
      const [first, own, map] = [sources[0], sources[index], maps[index]]
      if (index === 0 || !first || !own || !map || !(deck.foundOf(heard.versionId)?.segments?.length ?? 0)) return []
      return own.totalFrames > 0 && first.totalFrames > 0 ? rowSeams(map, [first, own], rate) : []
    })
  }, [deck, voices, maps, rate])
}

interface CompareRowsProps {
  readonly projectId: string
  readonly deck: Deck
  readonly state: DeckState
  readonly voices: readonly DeckVoice[]
  readonly troubles: readonly (VoiceTrouble | undefined)[]
  readonly rate: Hertz
  /** The sources that have nothing at the present place. */
  readonly empty: readonly number[]
  /** In the time of what is heard. */
  readonly playhead: FollowPlayhead
  readonly onEntries: (versionIds: readonly string[]) => void
}

/** The sources below each other on one time axis, and what changed between the first and the one heard last. */
export function CompareRows({
  projectId,
  deck,
  state,
  empty,
  voices,
  troubles,
  rate,
  playhead,
  onEntries,
}: CompareRowsProps) {
  const playheads = useRowPlayheads(deck, voices.length, playhead)
  const firstPlayhead = playheads[0] ?? playhead
  const { viewport, measure } = useDeckView(voices, rate, firstPlayhead)
  const asked = useFoundPlaces(deck, projectId, voices, rate)
  const { audible, other, isDifference, gains, offsets, maps } = state
  const seams = useSeams(deck, voices, maps, rate)
  const pair = asked[other]
  const ids = voices.map(({ heard }) => heard.versionId)
  const entriesOf = ({ heard }: DeckVoice, index: number): readonly MenuEntry[] => [
    index > 0 && {
      kind: 'action',
      label: strings.makeFirst,
      onSelect: () => onEntries([heard.versionId, ...ids.filter((id) => id !== heard.versionId)]),
    },
    {
      kind: 'link',
      label: text(strings.openTrack, { title: heard.trackTitle, number: heard.versionNumber }),
      href: heard.href,
    },
    { kind: 'separator' },
    { kind: 'action', label: strings.remove, onSelect: () => onEntries(ids.filter((id) => id !== heard.versionId)) },
  ]
  return (
    <div className={styles.rows}>
      <div className={styles.header} aria-hidden>
        <span>{strings.source}</span>
        <div ref={measure}>
          <WaveRuler viewport={viewport} />
        </div>
        <span>{strings.levels}</span>
      </div>
      {voices.map((voice, index) => (
        <SourceRow
          key={voice.heard.versionId}
          voice={voice}
          letter={letters[index] ?? ''}
          isFirst={index === 0}
          isHeard={index === audible && !isDifference}
          gain={gains[index] ?? 0}
          offset={offsets[index] ?? 0}
          found={index === 0 ? undefined : deck.foundOf(voice.heard.versionId)}
          foundOffset={index === 0 ? undefined : deck.foundOffset(voice.heard.versionId)}
          rate={rate}
          place={voices.slice(0, index).filter(({ playable }) => playable).length}
          trouble={troubles[index]}
          map={maps[index] ?? wholeMap}
          seams={seams[index] ?? []}
          isEmpty={empty.includes(index)}
          viewport={viewport}
          playhead={playheads[index] ?? playhead}
          entries={entriesOf(voice, index)}
          onListen={() => deck.listenTo(index)}
          onSeek={(own) => deck.seekIn(index, own)}
          onSeam={({ source, own }) => deck.seekIn(source, own)}
          onOffset={(offset) => deck.adjust(voice.heard.versionId, offset)}
        />
      ))}
      {pair && voices[0] && voices[other] && (
        <DifferenceStrip
          projectId={projectId}
          asked={pair}
          first={voices[0]}
          other={voices[other]}
          letter={letters[other] ?? ''}
          isHeard={isDifference}
          viewport={viewport}
          playhead={firstPlayhead}
          onSeek={(at) => deck.seek(at)}
        />
      )}
    </div>
  )
}
