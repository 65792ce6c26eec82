import { type RefCallback, useCallback, useEffect } from 'react'
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
import type { Deck, DeckState } from './deck.ts'
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

interface CompareRowsProps {
  readonly projectId: string
  readonly deck: Deck
  readonly state: DeckState
  readonly voices: readonly DeckVoice[]
  readonly troubles: readonly (VoiceTrouble | undefined)[]
  readonly rate: Hertz
  readonly playhead: FollowPlayhead
  readonly onEntries: (versionIds: readonly string[]) => void
}

/** The sources below each other on one time axis, and what changed between the first and the one heard last. */
export function CompareRows({ projectId, deck, state, voices, troubles, rate, playhead, onEntries }: CompareRowsProps) {
  const { viewport, measure } = useDeckView(voices, rate, playhead)
  const asked = useFoundPlaces(deck, projectId, voices, rate)
  const { audible, other, isDifference, gains, offsets } = state
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
          rate={rate}
          place={voices.slice(0, index).filter(({ playable }) => playable).length}
          trouble={troubles[index]}
          viewport={viewport}
          playhead={playhead}
          entries={entriesOf(voice, index)}
          onListen={() => deck.listenTo(index)}
          onSeek={(at) => deck.seek(at)}
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
          playhead={playhead}
          onSeek={(at) => deck.seek(at)}
        />
      )}
    </div>
  )
}
