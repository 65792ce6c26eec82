import type { Hertz } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { WaveRuler } from '#web/waveform/view/WaveRuler.tsx'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import { compareStrings as strings } from '../compare.strings.ts'
import type { Deck, DeckState } from './deck.ts'
import { type DeckVoice, letters } from './deck-entry.ts'
import { DifferenceStrip } from '../changes/DifferenceStrip.tsx'
import { SourceRow } from './SourceRow.tsx'
import { useDeckView } from './use-deck-view.ts'
import { useFoundPlaces } from '../changes/use-found-places.ts'
import type { VoiceTrouble } from './use-voices.ts'
import styles from './ComparePage.module.css'

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
