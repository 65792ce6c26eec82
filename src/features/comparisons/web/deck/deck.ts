import { Listeners } from '#shared/listeners.ts'
import type { Frames, Seconds } from '#shared/units.ts'
import { type DeckOutput, type DeckOrder, deckPlayable } from '#web/player/mix/deck-order.ts'
import { type DeckPlace, haveSameSources } from '#web/player/mix/deck-tuning.ts'
import { isSamePlacement, pieceAt, type SourcePiece, type SourcePlacement } from '#web/player/mix/source-placement.ts'
import type { Heard, HeardCompared, PlaybackController } from '#web/player/listening.ts'
import type { LoopRange } from '#web/player/read/playable.ts'
import {
  changesSpeed,
  confined,
  type DeckMap,
  isSameMaps,
  mapBetween,
  mappedSeconds,
  nearestSeconds,
  placementBy,
  sharedPieces,
  shiftedMap,
} from './deck-map.ts'
import { type DeckVoice, type FoundPlace, letters } from './deck-entry.ts'
import { DeckFindings } from './deck-findings.ts'
import { type DeckState, NOTHING_COMPARED, rateOf, streamsOf } from './deck-state.ts'
import { addedBeside, nullGains } from './loudness-match.ts'

interface DeckPlaceWords {
  /** The comparison's URL. */
  readonly href: string
  readonly veiledTitle: string
}

type DeckPlayback = Pick<PlaybackController, 'hear' | 'hearDeck' | 'state'>

/** This close to its beginning or end, a source counts as having something. */
const NEAR_END: Seconds = 1
/** Around a seam, in a blind test. */
const HOLE_SECONDS: Seconds = 0.1
const SHORTEST_LOOP: Seconds = 0.05

/** The state of a comparison: takes the user's choices and sends orders to the player. For useSyncExternalStore. */
export class Deck {
  readonly #playback: DeckPlayback
  #words: DeckPlaceWords = { href: '/', veiledTitle: '' }
  #state = NOTHING_COMPARED
  readonly #findings = new DeckFindings()
  readonly #listeners = new Listeners()
  #ordered?: DeckOrder | undefined
  #clockMaps?: { readonly maps: readonly DeckMap[]; readonly clock: number; readonly to: readonly DeckMap[] }
  /** The place until the player has loaded. */
  #sought: Seconds = 0

  constructor(playback: DeckPlayback) {
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
    if (moved && !this.hasSomething(index)) return this.#refuse(index)
    this.#listen(index, moved ? audible : previous, other)
  }

  #listen(index: number, previous: number, other: number, place: { readonly at?: Seconds } = {}): void {
    this.#change({ audible: index, previous, other: index === 0 ? other : index, isDifference: false }, place)
  }

  /** Says that a source has nothing here; what plays goes on. */
  #refuse(index: number): void {
    // A blind test plays only what all have.
    if (this.#state.isVeiled) return
    this.#state = { ...this.#state, missing: index }
    this.#listeners.tell()
  }

  /** Whether a source has sound at a moment of the clock, by default the present one, or within a second of it. */
  hasSomething(index: number, at: Seconds = this.#position()): boolean {
    const { voices, clock, isVeiled } = this.#state
    const total = voices[index]?.playable?.source.totalFrames
    if (isVeiled || index === clock || total === undefined) return true
    const rate = rateOf(voices)
    const own = mappedSeconds(this.mapTo(index), at, rate)
    return own !== undefined && own > -NEAR_END && own < total / rate + NEAR_END
  }

  /** From the clock to a source. */
  mapTo(index: number): DeckMap {
    const { maps, clock } = this.#state
    // Asked for in every frame by every row.
    if (this.#clockMaps?.maps !== maps || this.#clockMaps.clock !== clock)
      this.#clockMaps = { maps, clock, to: maps.map((_, to) => mapBetween(maps, clock, to)) }
    return this.#clockMaps.to[index] ?? shiftedMap(0)
  }

  /** A source's own moment at one of the clock; where it has nothing, the seam. */
  placeIn(index: number, at: Seconds): Seconds {
    return nearestSeconds(this.mapTo(index), at, rateOf(this.#state.voices))
  }

  /** The sources that have nothing at a moment of the clock. */
  emptyAt(at: Seconds): readonly number[] {
    return this.#state.voices.flatMap((_, index) => (this.hasSomething(index, at) ? [] : [index]))
  }

  /** The place at which a source was asked for has passed. */
  forgetMissing(): void {
    this.#state = { ...this.#state, missing: undefined }
    this.#listeners.tell()
  }

  /** Listens to the source that was asked for from where it goes on. */
  goToSeam(index: number): void {
    const { voices, audible, other } = this.#state
    const total = voices[index]?.playable?.source.totalFrames
    if (total === undefined) return
    const at = nearestSeconds(this.mapTo(index), this.#position(), rateOf(voices))
    this.#listen(index, audible, other, { at: Math.max(0, Math.min(at, total / rateOf(voices) - NEAR_END)) })
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
    const { isVeiled, voices, maps, other } = this.#state
    if (isVeiled || !this.#pairIsHere()) return
    if (isDifference && changesSpeed(maps[other] ?? [])) return
    this.#change({ isDifference: isDifference && voices.length > 1 })
  }

  /** Stores the server's comparison with a first version; the user's own adjustment takes precedence. */
  learn(firstId: string, versionId: string, place: FoundPlace): void {
    this.#findings.learn(firstId, versionId, place)
    this.#tell({})
  }

  /** The loop of the player, on its clock: by default what all of a pair have in common is matched. */
  setLoop(loop: LoopRange | undefined): void {
    const { clock, maps, voices } = this.#state
    const map = mapBetween(maps, clock, 0)
    const on = (at: Seconds) => Math.round(nearestSeconds(map, at, rateOf(voices)) * 1000) / 1000
    const range = loop && { from: on(loop.inAt), to: on(loop.outAt) }
    if (range?.from === this.#findings.loop?.from && range?.to === this.#findings.loop?.to) return
    this.#findings.loop = range
    if (voices.some((_, index) => this.#findings.isMatchedByPart(voices, index))) this.#tell({})
  }

  /** The versions whose loudness is to be measured part by part, because what they share has no gain of its own. */
  wantsEnergy(): readonly string[] {
    const { voices } = this.#state
    const wanted = voices.filter((_, index) => this.#findings.isMatchedByPart(voices, index))
    return wanted.length === 0 ? [] : [...voices.slice(0, 1), ...wanted].map(({ heard }) => heard.versionId)
  }

  /** The loudness of every 10 ms of a version. */
  learnEnergy(versionId: string, cells: Float32Array<ArrayBuffer>): void {
    if (this.#findings.learnEnergy(versionId, cells)) this.#tell({})
  }

  /** Compared with the present first one. */
  foundOf(versionId: string | undefined): FoundPlace | undefined {
    return this.#findings.of(this.#state.voices, versionId)
  }

  /** The offset to which a source can be reset; undefined while it is not compared with the first. */
  foundOffset(versionId: string): Frames | undefined {
    return this.foundOf(versionId) && this.#findings.foundOffset(this.#state.voices, versionId)
  }

  /** In frames of the deck; undefined resets to the found offset. */
  adjust(versionId: string, offset: Frames | undefined): void {
    this.#findings.adjust(this.#state.voices, versionId, offset)
    this.#change({})
  }

  /** For a blind test: loudness is matched, the difference is off, and the player bar reveals nothing. */
  setVeiled(isVeiled: boolean): void {
    this.#change({ isVeiled, isDifference: false, ...(isVeiled && { isMatched: true }) })
  }

  /** To a moment of the first source; where the clock has nothing there, to the seam. */
  seek(at: Seconds): void {
    const { maps, clock, voices } = this.#state
    this.#change({}, { at: Math.max(0, nearestSeconds(mapBetween(maps, 0, clock), at, rateOf(voices))) })
  }

  /** To a moment of any source: in what plays if it has that moment, otherwise in that source. */
  seekIn(index: number, own: Seconds): void {
    const { maps, clock, voices, audible, other, isVeiled, isDifference } = this.#state
    const total = voices[clock]?.playable?.source.totalFrames ?? 0
    const at = mappedSeconds(mapBetween(maps, index, clock), own, rateOf(voices))
    if (at !== undefined && at >= 0 && at * rateOf(voices) <= total) this.#change({}, { at })
    else if (!isVeiled && !isDifference && voices[index]?.playable) this.#listen(index, audible, other, { at: own })
    else this.seek(nearestSeconds(mapBetween(maps, index, 0), own, rateOf(voices)))
  }

  /** In a blind test: the clock's moment at which both have something again, if one is silent now. */
  nextShared(at: Seconds): Seconds | undefined {
    const { voices, isVeiled, maps } = this.#state
    if (!isVeiled) return undefined
    const frame = at * rateOf(voices)
    const pieces = this.#within(maps)
    if (!pieces || pieceAt(pieces, frame)) return undefined
    const next = pieces.find(({ from }) => from > frame)
    return next && next.from - frame > rateOf(voices) ? next.from / rateOf(voices) : undefined
  }

  /** The audible source continues alone, at the same moment and without changes. */
  close(): void {
    const voice = this.#heardVoice()
    const { heard, player } = this.#playback.state()
    const { audible, clock, maps, voices, isDifference } = this.#state
    const ear = isDifference ? 0 : audible
    const own = mapBetween(maps, clock, ear)
    this.#state = NOTHING_COMPARED
    this.#ordered = undefined
    if (!voice?.playable || !player?.snapshot().deck || heard?.href !== this.#words.href) return
    const at = nearestSeconds(own, player.position(), rateOf(voices))
    this.#playback.hear(voice.heard, { at: Math.max(0, at), play: player.snapshot().wantsToPlay })
  }

  #change(change: Partial<DeckState>, place: { readonly at?: Seconds; readonly play?: boolean } = {}): void {
    const before = this.#state
    this.#state = this.#settle({ ...before, missing: undefined, ...change })
    const order = this.#order()
    const heard = order && this.#barWords(order)
    const turned = order && this.#isTurned(order) ? this.#turnedFrom(before) : {}
    if (place.at !== undefined) this.#sought = place.at
    this.#ordered = order
    if (order && heard) this.#playback.hearDeck(heard, order, { ...turned, ...place })
    this.#listeners.tell()
  }

  /** Whether the same sources play on another clock, or with other seams. */
  #isTurned({ sources, clock }: DeckOrder): boolean {
    const before = this.#ordered
    if (!before || !haveSameSources(before, { sources })) return false
    return (
      clock !== before.clock ||
      sources.some((source, i) => {
        const old = before.sources[i] ?? source
        return (source.pieces ?? old.pieces) !== undefined && !isSamePlacement(source, old)
      })
    )
  }

  /** The present place on a new clock, or on the same one with new seams. */
  #turnedFrom(before: DeckState): Pick<DeckPlace, 'turned'> {
    const { voices, clock } = this.#state
    const map = mapBetween(before.maps, before.clock, clock)
    const on = (at: Seconds) => nearestSeconds(map, at, rateOf(voices))
    const loop = this.#playback.state().player?.snapshot().loop
    const turned = loop && { inAt: on(loop.inAt), outAt: on(loop.outAt) }
    const at = on(this.#position())
    this.#sought = at
    return { turned: { at, loop: turned && turned.outAt - turned.inAt > SHORTEST_LOOP ? turned : undefined } }
  }

  #position(): Seconds {
    return this.#playback.state().player?.position() ?? this.#sought
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
    const match = this.#findings.matchOf(voices)
    const offsets = this.#findings.offsetsOf(voices)
    const found = this.#findings.mapsOf(voices)
    const maps = isSameMaps(state.maps, found) ? state.maps : found
    const gain = this.#findings.of(voices, voices[other]?.heard.versionId)?.gain ?? null
    const [ofFirst, ofOther] = gain === null ? [match.gains[0], match.gains[other]] : nullGains(gain)
    const paired = match.gains.map((own, index) => (index === 0 ? ofFirst : index === other ? ofOther : own) ?? 0)
    // What all have in common is counted in the first one's time, so that switching does not move the numbers.
    const clock = state.isVeiled || (isDifference && voices[0]?.playable) ? 0 : state.audible
    const isAtOtherSpeed = maps.some(changesSpeed)
    return {
      ...state,
      match,
      offsets,
      maps,
      clock,
      isAtOtherSpeed,
      gains: isMatched ? (isDifference ? paired : match.gains) : voices.map(() => 0),
    }
  }

  /** The pieces of the first's clock to which a difference or a blind test is confined; undefined if to none. */
  #within(maps: readonly DeckMap[]): readonly SourcePiece[] | undefined {
    const { isVeiled, isDifference, other, voices } = this.#state
    if (!isVeiled && !isDifference) return undefined
    if (!isVeiled) return sharedPieces([maps[0] ?? shiftedMap(0), maps[other] ?? shiftedMap(0)])
    const hole = Math.round(HOLE_SECONDS * rateOf(voices))
    // A seam would tell which of them was edited: all are silent around it.
    return sharedPieces(maps.filter((_, i) => voices[i]?.playable)).flatMap(({ from, to, offset }) =>
      to - from > 2 * hole ? [{ from: from + hole, to: to - hole, offset }] : [],
    )
  }

  #order(): DeckOrder | undefined {
    const { voices, audible, other, isDifference, gains, maps, clock, isVeiled } = this.#state
    const here = voices.flatMap((voice, index) =>
      voice.playable ? [{ ...voice, playable: voice.playable, index }] : [],
    )
    if (here.length === 0) return undefined
    const place = (index: number) => here.findIndex((voice) => voice.index === index)
    const isInverted = this.foundOf(voices[other]?.heard.versionId)?.isInverted ?? false
    const difference: DeckOutput = { kind: 'difference', of: place(0), minus: place(other), isInverted }
    const within = this.#within(maps)
    const placed = (index: number): SourcePlacement => {
      const placement = placementBy(mapBetween(maps, clock, index))
      return within ? confined(placement, within) : placement
    }
    return {
      ear: isDifference && this.#pairIsHere() ? difference : { kind: 'source', source: Math.max(0, place(audible)) },
      clock: Math.max(0, place(clock)),
      sources: here.map(({ index, playable, resampledFrom }) => ({
        playable: isVeiled ? { ...playable, title: this.#words.veiledTitle } : playable,
        ...placed(index),
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

  /** Where the audible voice is on the clock of the deck with these voices. */
  #deckPosition(voices: readonly DeckVoice[]): Seconds {
    const { heard, player } = this.#playback.state()
    const at = player?.position() ?? 0
    const inDeck = player?.snapshot().deck ? this.#state : undefined
    const heardId = inDeck ? this.#heardVoice()?.heard.versionId : heard?.versionId
    const own = inDeck
      ? nearestSeconds(
          mapBetween(inDeck.maps, inDeck.clock, inDeck.isDifference ? 0 : inDeck.audible),
          at,
          rateOf(inDeck.voices),
        )
      : at
    const index = voices.findIndex((voice) => voice.heard.versionId === heardId)
    if (index < 1 || (!this.#state.isDifference && !this.#state.isVeiled)) return own
    return Math.max(0, nearestSeconds(mapBetween(this.#findings.mapsOf(voices), index, 0), own, rateOf(voices)))
  }
}
