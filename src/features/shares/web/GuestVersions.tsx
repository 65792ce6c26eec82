import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { DeckEntry } from '#features/comparisons/web/deck/deck-entry.ts'
import { Deck } from '#features/comparisons/web/deck/deck.ts'
import { usePartLoudness } from '#features/comparisons/web/deck/use-part-loudness.ts'
import { useVoices } from '#features/comparisons/web/deck/use-voices.ts'
import { plainChange } from '#features/comparisons/web/changes/plain-change-words.ts'
import { useFoundPlaces } from '#features/comparisons/web/changes/use-found-places.ts'
import type { TrackVersion } from '#features/tracks/tracks.contract.ts'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import styles from './GuestPlayer.module.css'
import { guestStrings } from './guest.strings.ts'

interface PairedVersion {
  readonly version: TrackVersion
  readonly heard: Heard
}

interface GuestVersionsProps {
  /** The newer first. Should be stable. */
  readonly pair: readonly [newer: PairedVersion, older: PairedVersion]
  readonly href: string
  readonly shownId: string
  readonly queue: readonly Heard[]
  readonly onShow: (versionId: string) => void
  readonly onSentence: (line: string | undefined) => void
}

/** Two versions of a track, always equally loud and at the same place in the music. */
export default function GuestVersions({ pair, href, shownId, queue, onShow, onSentence }: GuestVersionsProps) {
  const entries = useMemo(() => pair.map(entryOf), [pair])
  const { voices, rate } = useVoices(entries)
  const [deck] = useState(() => new Deck(listening))
  const state = useSyncExternalStore(deck.subscribe, deck.state)
  const { heard, player } = useListening()
  const { phase, deck: playing } = useListeningSnapshot()
  const projectId = pair[0].heard.projectId
  const found = useFoundPlaces(deck, projectId, entries, rate)
  usePartLoudness(deck, state)
  const isOurs = player !== undefined && pair.some((one) => one.heard.versionId === heard?.versionId)
  const isReady = voices.every(({ playable }) => playable !== undefined)
  const isTaken = isOurs && playing !== undefined
  useEffect(() => {
    if (isOurs && isReady && !isTaken) deck.setVoices(voices, { href, veiledTitle: '' })
  }, [deck, isOurs, isReady, isTaken, voices, href])
  // The page says which of the two is heard.
  const index = pair.findIndex((one) => one.version.id === shownId)
  useEffect(() => {
    if (isTaken && index >= 0 && deck.state().voices.length > 1) deck.listenTo(index)
  }, [deck, isTaken, index])
  // Two on one clock have no queue: what follows begins when they end.
  const isOver = isTaken && phase === 'ended'
  useEffect(() => {
    if (!isOver) return
    const at = queue.findIndex(({ trackId }) => trackId === pair[0].heard.trackId)
    const next = at < 0 ? undefined : queue[at + 1]
    if (next) listening.hear(next, { at: 0, queue })
  }, [isOver, queue, pair])
  const result = found[1]?.comparison?.result
  const change = result ? plainChange(result) : undefined
  const [newer, older] = pair.map(({ version }) => version.number)
  const line = change && text(guestStrings.changed, { newer: newer ?? 0, older: older ?? 0, change })
  useEffect(() => {
    onSentence(line)
    return () => onSentence(undefined)
  }, [line, onSentence])
  usePageKeys(
    pair.map(({ version }, at) => ({
      keys: [String(at + 1)] as const,
      label: text(guestStrings.hearVersion, { number: version.number }),
      group: playerStrings.groups.listening,
      run: () => onShow(version.id),
    })),
  )
  return (
    <div role="group" aria-label={guestStrings.twoVersions} className={styles.switch}>
      {pair.map(({ version }, at) => (
        <button
          key={version.id}
          type="button"
          aria-pressed={version.id === shownId}
          title={text(guestStrings.hearVersion, { number: version.number })}
          onClick={() => onShow(version.id)}
        >
          <b>v{version.number}</b>
          <span>{at === 0 ? guestStrings.newest : formatPastDay(version.createdAt)}</span>
        </button>
      ))}
    </div>
  )
}

function entryOf({ heard, version }: PairedVersion): DeckEntry {
  return {
    heard,
    isReference: false,
    words: version.label,
    by: '',
    createdAt: version.createdAt,
    loudness: version.report?.loudness.integrated ?? null,
    truePeak: version.report?.loudness.truePeak ?? null,
    isNotMeasured: version.report?.loudness.notMeasured !== undefined,
  }
}
