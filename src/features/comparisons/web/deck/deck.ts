import { Listeners } from '#shared/listeners.ts'
import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'
import { type DeckOutput, type DeckOrder, deckPlayable } from '#web/player/mix/deck-order.ts'
import type { Heard, HeardCompared, PlaybackController } from '#web/player/listening.ts'
import { type DeckVoice, type FoundPlace, letters } from './deck-entry.ts'
import { addedBeside, besideEachOther, type LoudnessMatch, matchLoudness, nullGains } from './loudness-match.ts'

export interface DeckState {
  readonly voices: readonly DeckVoice[]
  /** Index of the audible source, from 0. */
  readonly audible: number
  /** The source to which flip returns. */
  readonly previous: number
  /** The source that is compared with the first: the last other one that was audible. */
  readonly other: number
  readonly isDifference: boolean
  readonly isMatched: boolean
  readonly match: LoudnessMatch
  /** In order, the gain of each, at most 0. */
  readonly gains: readonly Decibels[]
  /** In order, how many frames later the same moment occurs than in the first source. */
  readonly offsets: readonly Frames[]
  /** A blind test is running: nothing outside it may reveal what is playing. */
  readonly isVeiled: boolean
}

interface DeckPlaceWords {
  /** The comparison's URL. */
  readonly href: string
  readonly veiledTitle: string
}

type Desk = Pick<PlaybackController, 'hear' | 'hearDeck' | 'state'>

const NOTHING: DeckState = {
  voices: [],
  audible: 0,
  previous: 1,
  other: 1,
  isDifference: false,
  isMatched: true,
  match: matchLoudness([]),
  gains: [],
  offsets: [],
  isVeiled: false,
}

/** The state of a comparison: takes the user's choices and sends orders to the player. For useSyncExternalStore. */
export class Deck {
  readonly #playback: Desk
  #words: DeckPlaceWords = { href: '/', veiledTitle: '' }
  #state = NOTHING
  /** Keyed by both versions: with another first version they do not apply. */
  #found: ReadonlyMap<string, FoundPlace> = new Map()
  #adjusted: ReadonlyMap<string, Frames> = new Map()
  readonly #listeners = new Listeners()

  constructor(playback: Desk) {
    this.#playback = playback
  }

  readonly subscribe = this.#listeners.add

  readonly state = (): DeckState => this.#state

  /** Sets what is compared. Playback continues at its position. */
  setVoices(voices: readonly DeckVoice[], words: DeckPlaceWords): void {
    this.#words = words
    const { heard, player } = this.#playback.state()
    const { versionId } = this.#heardVoice()?.heard ?? heard ?? {}
    const found = voices.findIndex((voice) => voice.playable && voice.heard.versionId === versionId)
    const audible =
      found < 0
        ? Math.max(
            0,
            voices.findIndex(({ playable }) => playable),
          )
        : found
    const other = Math.min(Math.max(1, audible === 0 ? this.#state.other : audible), Math.max(1, voices.length - 1))
    const known = voices.some((voice) => voice.heard.versionId === heard?.versionId)
    // The same streams with new details: playback does not change.
    const isSame = player?.snapshot().deck !== undefined && streamsOf(voices) === streamsOf(this.#state.voices)
    const place =
      known && player && !isSame ? { at: this.#deckPosition(voices), play: player.snapshot().wantsToPlay } : {}
    this.#change(
      {
        voices,
        audible,
        other,
        previous: audible === 0 ? other : 0,
        isDifference: this.#state.isDifference && voices.length > 1,
      },
      place,
    )
  }

  listenTo(index: number): void {
    const { voices, audible, other, previous } = this.#state
    if (!voices[index]?.playable) return
    const moved = index !== audible
    this.#change({
      audible: index,
      previous: moved ? audible : previous,
      other: index === 0 ? other : index,
      isDifference: false,
    })
  }

  /** Switches between the last two that were audible. */
  flip(): void {
    this.listenTo(this.#state.previous)
  }

  setMatched(isMatched: boolean): void {
    if (!this.#state.isVeiled) this.#change({ isMatched })
  }

  /** Plays the first minus the last other one that was audible. */
  setDifference(isDifference: boolean): void {
    if (!this.#state.isVeiled && this.#pairIsHere()) this.#change({ isDifference })
  }

  /** Stores the server's comparison with a first version; the user's own adjustment takes precedence. */
  learn(firstId: string, versionId: string, place: FoundPlace): void {
    this.#found = new Map(this.#found).set(pairKey(firstId, versionId), place)
    this.#tell({})
  }

  /** Compared with the present first one. */
  foundOf(versionId: string | undefined): FoundPlace | undefined {
    return foundIn(this.#found, this.#state.voices, versionId)
  }

  /** In frames of the deck, at most the length of the longest source; undefined resets to the found offset. */
  adjust(versionId: string, offset: Frames | undefined): void {
    const adjusted = new Map(this.#adjusted)
    const key = keyOf(this.#state.voices, versionId)
    if (offset === undefined) adjusted.delete(key)
    else {
      const longest = Math.max(...this.#state.voices.map(({ playable }) => playable?.source.totalFrames ?? 0))
      adjusted.set(key, Math.max(-longest, Math.min(longest, Math.round(offset))))
    }
    this.#adjusted = adjusted
    this.#change({})
  }

  /** For a blind test: loudness is matched, the difference is off, and the player bar reveals nothing. */
  setVeiled(isVeiled: boolean): void {
    this.#change({ isVeiled, isDifference: false, ...(isVeiled && { isMatched: true }) })
  }

  seek(at: Seconds): void {
    this.#change({}, { at })
  }

  /** The audible source continues alone, at the same moment and without changes. */
  close(): void {
    const voice = this.#heardVoice()
    const { heard, player } = this.#playback.state()
    const { audible, offsets } = this.#state
    this.#state = NOTHING
    if (!voice?.playable || !player?.snapshot().deck || heard?.href !== this.#words.href) return
    const at = player.position() + (offsets[audible] ?? 0) / voice.playable.source.sampleRate
    this.#playback.hear(voice.heard, { at: Math.max(0, at), play: player.snapshot().wantsToPlay })
  }

  #change(change: Partial<DeckState>, place: { readonly at?: Seconds; readonly play?: boolean } = {}): void {
    this.#state = this.#settle({ ...this.#state, ...change })
    const order = this.#order()
    const heard = order && this.#barWords(order)
    if (order && heard) this.#playback.hearDeck(heard, order, place)
    this.#listeners.tell()
  }

  /** Like `#change`, for changes that no user action caused: does not start a player that was closed meanwhile. */
  #tell(change: Partial<DeckState>): void {
    if (this.#playback.state().heard?.href === this.#words.href) return this.#change(change)
    this.#state = this.#settle({ ...this.#state, ...change })
    this.#listeners.tell()
  }

  /** Computes the derived fields. */
  #settle(state: DeckState): DeckState {
    const { voices, isMatched, isDifference, other } = state
    const loudness = besideEachOther(
      voices.map((voice) => ({
        loudness: voice.playable ? voice.loudness : null,
        channels: voice.heard.playable.source.channels,
      })),
    )
    const match = matchLoudness(loudness, (one, other) =>
      voices[one]?.playable && voices[other]?.playable
        ? this.#gainBetween(idOf(voices, one), idOf(voices, other))
        : undefined,
    )
    const offsets = this.#offsetsOf(voices)
    const gain = foundIn(this.#found, voices, voices[other]?.heard.versionId)?.gain ?? null
    const [ofFirst, ofOther] = gain === null ? [match.gains[0], match.gains[other]] : nullGains(gain)
    const paired = match.gains.map((own, index) => (index === 0 ? ofFirst : index === other ? ofOther : own) ?? 0)
    return { ...state, match, offsets, gains: isMatched ? (isDifference ? paired : match.gains) : voices.map(() => 0) }
  }

  #gainBetween(one: string | undefined, other: string | undefined): Decibels | undefined {
    const there = this.#found.get(pairKey(one ?? '', other ?? ''))?.gain ?? undefined
    const back = this.#found.get(pairKey(other ?? '', one ?? ''))?.gain ?? undefined
    return there ?? (back === undefined ? undefined : -back)
  }

  #offsetsOf(voices: readonly DeckVoice[]): readonly Frames[] {
    return voices.map(({ heard: { versionId } }, index) =>
      index === 0
        ? 0
        : (this.#adjusted.get(keyOf(voices, versionId)) ?? foundIn(this.#found, voices, versionId)?.offset ?? 0),
    )
  }

  #order(): DeckOrder | undefined {
    const { voices, audible, other, isDifference, gains, offsets, isVeiled } = this.#state
    const here = voices.flatMap((voice, index) =>
      voice.playable ? [{ ...voice, playable: voice.playable, index }] : [],
    )
    if (here.length === 0) return undefined
    const place = (index: number) => here.findIndex((voice) => voice.index === index)
    const isInverted = this.foundOf(voices[other]?.heard.versionId)?.isInverted ?? false
    const difference: DeckOutput = { kind: 'difference', of: place(0), minus: place(other), isInverted }
    return {
      ear: isDifference && this.#pairIsHere() ? difference : { kind: 'source', source: Math.max(0, place(audible)) },
      sources: here.map(({ index, playable, resampledFrom }) => ({
        playable: isVeiled ? { ...playable, title: this.#words.veiledTitle } : playable,
        offset: offsets[index] ?? 0,
        gain: gains[index] ?? 0,
        ...(resampledFrom !== undefined && { resampledFrom }),
      })),
    }
  }

  #barWords(order: DeckOrder): Heard | undefined {
    const voice = this.#heardVoice()
    const playable = deckPlayable(order)
    if (!voice || !playable) return undefined
    const { href, veiledTitle } = this.#words
    return {
      ...voice.heard,
      playable,
      href,
      ...(this.#state.isVeiled ? { isVeiled: true, trackTitle: veiledTitle } : { compared: this.#compared() }),
    }
  }

  /** In a difference, the louder of the two is turned down. */
  #compared(): HeardCompared {
    const { voices, audible, other, isDifference, isMatched, gains } = this.#state
    const index = !isDifference ? audible : (gains[other] ?? 0) < (gains[0] ?? 0) ? other : 0
    return {
      letter: letters[index] ?? '',
      gain: gains[index] ?? 0,
      added: addedBeside(
        voices.map(({ heard }) => heard.playable.source),
        index,
      ),
      isMatched,
      isDifference,
    }
  }

  #heardVoice(): DeckVoice | undefined {
    return this.#state.voices[this.#state.isDifference ? 0 : this.#state.audible]
  }

  #pairIsHere(): boolean {
    const { voices, other } = this.#state
    return other > 0 && voices[0]?.playable !== undefined && voices[other]?.playable !== undefined
  }

  /**
   * Position of the deck for these voices, so that what plays continues at its own place: in the previous deck, or
   * alone.
   */
  #deckPosition(voices: readonly DeckVoice[]): Seconds {
    const { heard, player } = this.#playback.state()
    const at = player?.position() ?? 0
    const inDeck = player?.snapshot().deck ? this.#state : undefined
    if (inDeck && idOf(inDeck.voices, 0) === idOf(voices, 0)) return at
    const heardId = inDeck ? this.#heardVoice()?.heard.versionId : heard?.versionId
    const index = voices.findIndex((voice) => voice.heard.versionId === heardId)
    if (index < 0) return at
    const own = inDeck && !inDeck.isDifference ? at + (inDeck.offsets[inDeck.audible] ?? 0) / rateOf(inDeck.voices) : at
    return Math.max(0, own - (this.#offsetsOf(voices)[index] ?? 0) / rateOf(voices))
  }
}

function streamsOf(voices: readonly DeckVoice[]): string {
  return voices.map(({ playable }) => playable?.urls.stream ?? '').join(' ')
}

function foundIn(
  found: ReadonlyMap<string, FoundPlace>,
  voices: readonly DeckVoice[],
  versionId: string | undefined,
): FoundPlace | undefined {
  return versionId === undefined ? undefined : found.get(keyOf(voices, versionId))
}

/** Key of a version compared with the first of these. */
function keyOf(voices: readonly DeckVoice[], versionId: string): string {
  return pairKey(idOf(voices, 0) ?? '', versionId)
}

function idOf(voices: readonly DeckVoice[], index: number): string | undefined {
  return voices[index]?.heard.versionId
}

/** The deck's rate is the first one's. */
function rateOf(voices: readonly DeckVoice[]): Hertz {
  return voices[0]?.heard.playable.source.sampleRate ?? 1
}

function pairKey(firstId: string, versionId: string): string {
  return `${firstId} ${versionId}`
}
