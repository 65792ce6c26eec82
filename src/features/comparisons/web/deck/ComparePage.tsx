import { AudioLines, Link2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Seconds } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import { offerFlip } from '#web/player/mix/deck-flip.ts'
import { listening } from '#web/player/listening.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import { useFollow } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { copyText } from '#web/ui/form/copy-text.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { AddSource, type DeckChoices } from './AddSource.tsx'
import { CompareControls } from './CompareControls.tsx'
import styles from './ComparePage.module.css'
import { CompareRows } from './CompareRows.tsx'
import { blindStrings } from '../blind/blind.strings.ts'
import { compareStrings as strings } from '../compare.strings.ts'
import { type DeckEntry, type DeckVoice, letters, mostEntries } from './deck-entry.ts'
import { Deck } from './deck.ts'
import type { DeckState } from './deck-state.ts'
import { shortName } from './deck-words.ts'
import { useDeckKeys } from './use-deck-keys.ts'
import { useDeckSpoken } from './use-deck-spoken.ts'
import { usePartLoudness } from './use-part-loudness.ts'
import { useVoices } from './use-voices.ts'

const BlindTest = lazyDialog(() => import('../blind/BlindTest.tsx'))

export interface ComparePageProps {
  readonly projectId: string
  readonly crumbs: readonly { readonly label: string; readonly href: string }[]
  /** This comparison's URL. */
  readonly href: string
  /** In the URL's order; the first defines the time axis. Referentially stable. */
  readonly entries: readonly DeckEntry[]
  readonly choices: readonly DeckChoices[]
  /** How many entries of the URL cannot be shown. */
  readonly missing: number
  readonly onEntries: (versionIds: readonly string[]) => void
  readonly onAddReference: ((files: readonly File[]) => void) | undefined
  /** A file added as a reference that has become playable. */
  readonly arrived: string | undefined
  readonly onClose: () => void
}

/** Compares up to four versions on one sample clock. */
export default function ComparePage({
  projectId,
  crumbs,
  href,
  entries,
  choices,
  missing,
  onEntries,
  onAddReference,
  arrived,
  onClose,
}: ComparePageProps) {
  const phone = useMedia(phoneQuery)
  const follow = useFollow()
  const { voices, troubles, rate } = useVoices(entries)
  const { deck, state } = useDeck(voices, href)
  const [blind, setBlind] = useState(false)
  const isReady = voices.filter(({ playable }) => playable).length > 1
  usePartLoudness(deck, state)
  useDeckSpoken(state)
  const empty = useEmptyHere(deck, state, follow)
  useDeckKeys(deck, state, { onBlind: () => setBlind(isReady && !state.isAtOtherSpeed), onClose })
  const chosen = entries.map(({ heard }) => heard.versionId)
  const add = (
    <AddSource
      choices={choices}
      chosen={chosen}
      onAdd={(id) => onEntries([...chosen, id].slice(0, mostEntries))}
      onAddReference={onAddReference}
      primary={entries.length < 2}
      isSmall={phone && entries.length > 1}
    />
  )
  // Not during a blind test, where it would reveal something; it joins afterwards.
  const joining = blind || chosen.length >= mostEntries ? undefined : arrived
  const join = useEffectEvent((versionId: string) => onEntries([...chosen, versionId]))
  useEffect(() => {
    if (joining !== undefined) join(joining)
  }, [joining])
  const copyLink = async () =>
    toast(
      (await copyText(location.origin + href))
        ? { text: strings.linkCopied }
        : { tone: 'plain', text: location.origin + href },
    )
  return (
    <>
      <TopBar crumbs={[...crumbs, { label: strings.title }]}>
        {!blind && entries.length > 1 && add}
        {!blind && !phone && entries.length > 1 && (
          <Button size="small" tone="quiet" icon={Link2} onClick={() => void copyLink()}>
            {strings.copyLink}
          </Button>
        )}
        <IconButton icon={X} label={strings.close} keys="Esc" tipSide="bottom" onClick={onClose} />
      </TopBar>
      <PageBody flush>
        <h1 className={styles.title}>{strings.title}</h1>
        {missing > 0 && !blind && (
          <output className={styles.missing}>{text(strings.missing, { count: missing })}</output>
        )}
        {entries.length === 0 || (entries.length < 2 && !blind) ? (
          <EmptyState icon={AudioLines} title={strings.emptyTitle} action={add}>
            {strings.emptyWords}
          </EmptyState>
        ) : (
          <div className={styles.deck}>
            {!blind && <CompareControls deck={deck} state={state} empty={empty} onBlind={() => setBlind(true)} />}
            {blind ? (
              <BlindTest deck={deck} state={state} onClose={() => setBlind(false)} />
            ) : (
              <CompareRows
                projectId={projectId}
                deck={deck}
                state={state}
                empty={empty}
                voices={voices}
                troubles={troubles}
                rate={rate}
                playhead={follow}
                onEntries={onEntries}
              />
            )}
          </div>
        )}
      </PageBody>
    </>
  )
}

/** The sources that have nothing at the present place; a blind test skips such places. */
function useEmptyHere(deck: Deck, { missing }: DeckState, follow: FollowPlayhead): readonly number[] {
  const [empty, setEmpty] = useState<readonly number[]>([])
  const see = useEffectEvent((at: Seconds) => {
    const next = deck.nextShared(at)
    if (next !== undefined) return deck.seek(next)
    const now = deck.emptyAt(at)
    if (now.join() !== empty.join()) setEmpty(now)
    if (missing !== undefined && !now.includes(missing)) deck.forgetMissing()
  })
  useEffect(() => follow((at) => see(at)), [follow])
  return empty
}

/** The deck of this page, while it is mounted. */
function useDeck(voices: readonly DeckVoice[], href: string): { readonly deck: Deck; readonly state: DeckState } {
  const [deck] = useState(() => new Deck(listening))
  useEffect(() => deck.setVoices(voices, { href, veiledTitle: blindStrings.title }), [deck, voices, href])
  useEffect(() => () => deck.close(), [deck])
  const state = useSyncExternalStore(deck.subscribe, deck.state)
  const { audible, previous, isVeiled } = state
  const [from, to] = [letters[audible], letters[previous]]
  // A blind test has its own letters.
  const mayFlip = !isVeiled && state.voices[previous]?.playable !== undefined && previous !== audible
  const [fromName, toName] = [audible, previous].map((index) => {
    const voice = state.voices[index]
    return voice ? shortName(voice) : ''
  })
  useEffect(
    () =>
      mayFlip && from !== undefined && to !== undefined
        ? offerFlip({ from, to, fromName: fromName ?? '', toName: toName ?? '', go: () => deck.flip() })
        : undefined,
    [deck, mayFlip, from, to, fromName, toName],
  )
  return { deck, state }
}
