import { Listeners } from '#shared/listeners.ts'
import type { Decibels, Frames, Milliseconds, Seconds } from '#shared/units.ts'
import { type AudioEngine, createEngine, engineFormat, warmEngine } from './audio-engine.ts'
import { watchEngine } from './engine-watch.ts'
import { KeepAliveAudio } from './keep-alive-audio.ts'
import { offerMediaKeys, showMedia, showMediaPosition } from './media-session.ts'
import { deckGains, type DeckOrder, deckPlayable } from './mix/deck-order.ts'
import { MeterFeed } from './mix/meter-feed.ts'
import type { Monitoring } from './mix/monitoring.ts'
import { frameAt, frameLoop, tidyLoop } from './playable-frames.ts'
import type { MixerReport, MixerToPage, SourceId } from './player-messages.ts'
import type { SourcePlacement } from './mix/source-placement.ts'
import type { DecoderKind, PlayerError, PlayerSnapshot } from './player-state.ts'
import { PlayerStore } from './player-store.ts'
import { PlayerVoices, type Voice } from './player-voices.ts'
import { PlayheadClock } from './playhead-clock.ts'
import { followPlayhead } from './playhead-frames.ts'
import type { LinePace } from './read/buffering-plan.ts'
import { FeederLink, type FeederNews } from './read/feeder-link.ts'
import type { LoopRange, Playable } from './read/playable.ts'

export interface PlayerOptions {
  /** Decode without WebCodecs even if it exists: for tests, and for users whose browser has a broken one. */
  readonly forceFallback?: boolean
}

/** User actions on playback. */
export type PlayerAct = 'load' | 'play' | 'pause' | 'seek' | 'speed' | 'loop'

export interface LoadOptions {
  readonly at?: Seconds
  readonly play?: boolean
}

/** What plays next; opened shortly before its turn. */
interface NextPlayable {
  readonly playable: Playable
  readonly opened?: { readonly source: SourceId; readonly jump: number; readonly decoder?: DecoderKind }
}

/** Shorter waits are inaudible and not called stalls. */
const STALL_SECONDS = 0.2
const REST_AFTER_MS = 10_000
const OPEN_NEXT_SECONDS = 20

/**
 * Plays one recording sample for sample, or several in sync of which one is audible. Create one for the whole page;
 * `dispose` ends its worker and audio context. Screens read `snapshot` through `subscribe`, and `position` in a frame
 * loop.
 */
export class Player {
  readonly #feeder: FeederLink
  readonly #voices: PlayerVoices
  readonly #store = new PlayerStore()
  readonly #endListeners = new Listeners<[playable: Playable]>()
  readonly #paceListeners = new Listeners<[pace: LinePace]>()
  readonly #actListeners = new Listeners<[act: PlayerAct]>()
  readonly #clock = new PlayheadClock()
  readonly #stopWatching = watchEngine({
    engine: () => this.#engine,
    wantsToPlay: () => this.snapshot().wantsToPlay,
    woke: () => this.#wake(),
    rebuild: () => this.#rebuild(),
  })
  readonly #anchor = new KeepAliveAudio(() => this.pause())
  /** Loudness and peaks of what plays, for the meters on screen. */
  readonly meter = new MeterFeed((order) => this.#engine?.send({ kind: 'meter', ...order }))
  #jumps = 0
  #jump = 0
  #next?: NextPlayable
  #engine?: AudioEngine
  #makingEngine?: Promise<void>
  #waitingSince?: Seconds
  #peaks: readonly number[] = []
  #restTimer?: ReturnType<typeof setTimeout>
  #forgetMediaKeys?: () => void
  #isDisposed = false

  constructor(options: PlayerOptions = {}) {
    warmEngine()
    this.#feeder = new FeederLink(
      { news: (news) => this.#hearFeeder(news), broken: (detail) => this.#fail({ kind: 'unsupported', detail }) },
      { leavesWebCodecs: options.forceFallback ?? false },
    )
    this.#voices = new PlayerVoices((message) => this.#feeder.order(message))
  }

  /**
   * For useSyncExternalStore. Listeners are also called, with an unchanged snapshot, when the playhead jumps or stops.
   */
  readonly subscribe = this.#store.subscribe

  /** The same object until something changes. */
  readonly snapshot = (): PlayerSnapshot => this.#store.snapshot()

  /**
   * Called when a recording has played to its end, after the next has begun if there is one. Returns the unsubscribe
   * function.
   */
  readonly onEnded = this.#endListeners.add

  /** Called during fetching, with how the network keeps up with the music. Returns the unsubscribe function. */
  readonly onPace = this.#paceListeners.add

  /** Called after each user action has begun. Returns the unsubscribe function. */
  readonly onAct = this.#actListeners.add

  /** The audible position in seconds from the start. Cheap enough for frame loops. */
  readonly position = (): Seconds => {
    const { playable, loop } = this.snapshot()
    if (!playable) return 0
    const { sampleRate, totalFrames } = playable.source
    return this.#clock.frameAt(this.#engine?.heardTime(), totalFrames, frameLoop(playable, loop)) / sampleRate
  }

  /** Per source in order: the largest sample of the last few hundredths of a second, before any gain. */
  readonly peaks = (): readonly number[] => (this.snapshot().phase === 'playing' ? this.#peaks : [])

  /**
   * Calls `draw` with the position at once, in every frame while it moves, and after jumps. Returns a function that
   * stops it.
   */
  readonly follow = (draw: (position: Seconds) => void): (() => void) =>
    followPlayhead(
      { position: this.position, subscribe: this.subscribe, isMoving: () => this.snapshot().phase === 'playing' },
      draw,
    )

  /** Whether this browser can play Opus, which slow networks need; undefined while unknown. */
  playsOpus(): boolean | undefined {
    const { decoders } = this.#feeder
    return decoders && (decoders.webCodecsOpus || decoders.pageOpus)
  }

  /**
   * Selects a recording and fetches its beginning. With `play`, call it in a user gesture. Clears the next recording.
   */
  load(playable: Playable, options: LoadOptions = {}): void {
    this.#loadVoices(playable, [{ playable, offset: 0, gain: 1 }], undefined, options)
  }

  /** Continues with the same music from another file; playback and loop continue. */
  replace(playable: Playable): void {
    const { wantsToPlay, loop } = this.snapshot()
    const next = this.#next?.playable
    this.load(playable, { at: this.position(), play: wantsToPlay })
    if (loop) this.setLoop(loop)
    this.queueNext(next)
  }

  /** Like `load`, with all sources of a comparison fed at all times, so that `mixDeck` never waits. */
  loadDeck(deck: DeckOrder, options: LoadOptions = {}): void {
    const playable = deckPlayable(deck)
    const gains = deckGains(deck)
    if (playable)
      this.#loadVoices(
        playable,
        deck.sources.map(({ playable, offset, pieces }, index) => ({
          playable,
          offset,
          pieces,
          gain: gains[index] ?? 0,
        })),
        deck,
        options,
      )
  }

  /** Cross-fades to another order for the same sources: which are audible, and how loud. */
  mixDeck(deck: DeckOrder): void {
    const playable = deckPlayable(deck)
    if (!playable || !this.snapshot().deck) return
    const gains = deckGains(deck)
    this.#voices.mix(gains)
    this.#engine?.send({ kind: 'mix', gains })
    this.#change({ playable, deck })
  }

  /** Applies the places of another order for the same sources on the same clock, and continues from here. */
  alignDeck(deck: DeckOrder): void {
    const playable = deckPlayable(deck)
    if (!playable || !this.snapshot().deck) return
    const places = placesOf(deck)
    const frame = frameAt(playable, this.position())
    this.#voices.place(places)
    this.#jumpTo(playable, frame)
    if (this.#engine) this.#engine.send({ kind: 'align', places, jump: this.#jump })
    else this.#voices.prime(frame)
    this.#change({ playable, deck })
  }

  /**
   * Continues on the clock of another source, at the same place of the music; `at` is that place on the new clock, and
   * `loop` the present loop on it.
   */
  turnDeck(deck: DeckOrder, { at, loop }: { readonly at: Seconds; readonly loop: LoopRange | undefined }): void {
    const playable = deckPlayable(deck)
    if (!playable || !this.snapshot().deck) return
    const [places, gains] = [placesOf(deck), deckGains(deck)]
    const frame = frameAt(playable, at)
    const tidy = loop && tidyLoop(loop, playable)
    this.#voices.place(places)
    this.#voices.mix(gains)
    this.#jumpTo(playable, frame)
    this.#engine?.send({
      kind: 'clock',
      source: deck.clock ?? 0,
      frame,
      places,
      gains,
      jump: this.#jump,
      loop: frameLoop(playable, tidy),
    })
    if (!this.#engine) this.#voices.prime(frame)
    this.#change({ playable, deck, loop: tidy })
  }

  #loadVoices(
    playable: Playable,
    voices: readonly Voice[],
    deck: DeckOrder | undefined,
    { at = 0, play = false }: LoadOptions,
  ): void {
    this.queueNext(undefined)
    const frame = frameAt(playable, at)
    this.#voices.open(voices, frame)
    this.#jumpTo(playable, frame)
    this.meter.clear()
    this.#change({
      playable,
      deck,
      phase: 'loading',
      wantsToPlay: false,
      loop: undefined,
      decoder: undefined,
      error: undefined,
      isRetrying: false,
    })
    if (this.#engine && !fits(this.#engine, playable)) this.#dropEngine()
    if (this.#engine) {
      // Another recording may name other loudspeakers.
      this.#sendMonitoring()
      this.#loadInto(this.#engine, frame)
    }
    this.#actListeners.tell('load')
    this.#forgetMediaKeys ??= offerMediaKeys({
      play: () => this.play(),
      pause: () => this.pause(),
      seek: (at) => this.seek(at),
      skip: (by) => this.skip(by),
    })
    if (play) this.play()
  }

  /**
   * What to play after the present recording: without a gap if rate and channels agree, otherwise as soon as possible.
   * Undefined clears it.
   */
  queueNext(playable: Playable | undefined): void {
    const opened = this.#next?.opened
    if (opened) {
      this.#feeder.order({ kind: 'close', source: opened.source })
      this.#engine?.send({ kind: 'next', jump: opened.jump })
    }
    this.#next = playable && { playable }
  }

  /** Unloads the recording and stops. */
  unload(): void {
    this.queueNext(undefined)
    this.#voices.close()
    this.#jumps += 1
    this.#jump = this.#jumps
    this.#engine?.send({ kind: 'pause' })
    this.#engine?.send({ kind: 'load', sources: [], frame: 0, jump: this.#jump })
    this.#store.empty()
    this.#forgetMediaKeys?.()
    this.#forgetMediaKeys = undefined
    this.#restLater()
  }

  /** Call it in a user gesture: the first time, it opens the sound device. */
  play(): void {
    const { playable, deck, phase, wantsToPlay } = this.snapshot()
    if (!playable || wantsToPlay) return
    if (phase === 'failed') {
      const again = { at: this.position(), play: true }
      return deck ? this.loadDeck(deck, again) : this.load(playable, again)
    }
    if (phase === 'ended') {
      // Until here the meter shows the maxima of what was heard.
      this.meter.clear()
      this.seek(0)
    }
    this.#change({ wantsToPlay: true })
    clearTimeout(this.#restTimer)
    if (this.#engine) {
      void this.#engine.resume()
      this.#engine.send({ kind: 'play' })
    } else void this.#makeEngine(playable)
    this.#actListeners.tell('play')
  }

  pause(): void {
    if (!this.snapshot().wantsToPlay) return
    this.#halt()
    this.#actListeners.tell('pause')
  }

  #halt(): void {
    const { wantsToPlay, phase } = this.snapshot()
    if (!wantsToPlay) return
    this.#engine?.send({ kind: 'pause' })
    this.#change({ wantsToPlay: false, phase: phase === 'loading' ? 'loading' : 'paused' })
  }

  toggle(): void {
    if (this.snapshot().wantsToPlay) this.pause()
    else this.play()
  }

  /** Seeks to the sample at `seconds`, clamped to the recording; playback continues. */
  seek(seconds: Seconds): void {
    const { playable, phase, wantsToPlay, loop } = this.snapshot()
    if (!playable) return
    const frame = frameAt(playable, seconds)
    this.#jumpTo(playable, frame)
    this.#engine?.send({ kind: 'seek', frame, jump: this.#jump })
    // Fetching begins while the old position still fades out. In a loop, the mixer's request contains more than a
    // position.
    if (!this.#engine || !loop) this.#voices.prime(frame)
    if (phase === 'ended') this.#change({ phase: wantsToPlay ? 'playing' : 'paused' })
    else this.#store.notify()
    showMediaPosition(frame / playable.source.sampleRate, playable.durationSeconds, this.snapshot().speed)
    this.#actListeners.tell('seek')
  }

  /**
   * Makes `seconds` audible `delayMs` from now and continues from there: the present sound is faded out, late frames
   * are dropped, early ones delayed. Samples are not stretched. Returns false if there is no device.
   */
  heardAt(seconds: Seconds, delayMs: Milliseconds): boolean {
    const { playable, speed } = this.snapshot()
    if (!playable || !this.#engine) return false
    const { sampleRate } = playable.source
    const at = Math.round((this.#engine.heardTime() + delayMs / 1000) * sampleRate)
    this.#engine.send({ kind: 'anchor', frame: Math.round(seconds * sampleRate), at, speed })
    return true
  }

  /** Seeks relative to the audible position. */
  skip(seconds: Seconds): void {
    this.seek(this.position() + seconds)
  }

  /** 0 dB is unity: samples pass unchanged. Never above. */
  setVolume(volume: Decibels): void {
    this.#change({ volume: Math.min(0, volume) })
    this.#sendVolume()
  }

  setMuted(isMuted: boolean): void {
    this.#change({ isMuted })
    this.#sendVolume()
  }

  /** 0.5 to 2, at the same pitch. At 1, samples pass unchanged. */
  setSpeed(speed: number): void {
    this.#change({ speed: Math.min(2, Math.max(0.5, speed)) })
    this.#sendMonitoring()
    this.#actListeners.tell('speed')
  }

  setMonitoring(change: Partial<Monitoring>): void {
    this.#change({ monitoring: { ...this.snapshot().monitoring, ...change } })
    this.#sendMonitoring()
  }

  /**
   * Repeats a range, or stops repeating. Ranges under 50 ms are widened. A playhead past the end of the range moves to
   * its start.
   */
  setLoop(loop: LoopRange | undefined): void {
    const { playable } = this.snapshot()
    if (!playable) return
    const tidy = loop && tidyLoop(loop, playable)
    this.#change({ loop: tidy })
    this.#engine?.send({ kind: 'loop', loop: frameLoop(playable, tidy) })
    this.#actListeners.tell('loop')
  }

  dispose(): void {
    this.#isDisposed = true
    this.#stopWatching()
    this.#anchor.dispose()
    clearTimeout(this.#restTimer)
    this.#forgetMediaKeys?.()
    this.#feeder.dispose()
    this.#dropEngine()
    this.#store.forgetListeners()
    this.#endListeners.clear()
    this.#paceListeners.clear()
    this.#actListeners.clear()
  }

  #jumpTo({ source }: Playable, frame: Frames): void {
    this.#jumps += 1
    this.#jump = this.#jumps
    this.#waitingSince = undefined
    this.#clock.reset(source.sampleRate, frame, this.#jump)
  }

  async #makeEngine(playable: Playable): Promise<void> {
    if (this.#makingEngine) return
    const heard = (message: MixerToPage): void =>
      message.kind === 'reading' ? this.meter.hear(message.reading) : this.#hearMixer(message)
    const outlets = { heard, interrupted: () => this.#halt(), lost: () => this.#rebuild() }
    this.#makingEngine = createEngine(engineFormat(playable.source), outlets).then(
      (engine) => this.#useEngine(engine),
      (error: unknown) => this.#fail({ kind: isSecureContext ? 'unsupported' : 'insecure', detail: String(error) }),
    )
    await this.#makingEngine
    this.#makingEngine = undefined
    const { playable: present, wantsToPlay, phase } = this.snapshot()
    // Another recording may have been selected while the device opened.
    if (present && wantsToPlay && !this.#engine && phase !== 'failed') await this.#makeEngine(present)
  }

  #useEngine(engine: AudioEngine): void {
    const { playable, wantsToPlay } = this.snapshot()
    if (!playable || this.#isDisposed || !fits(engine, playable)) return void engine.close()
    this.#engine = engine
    const { port1, port2 } = new MessageChannel()
    this.#feeder.order({ kind: 'connect', port: port1 }, [port1])
    engine.send({ kind: 'connect', port: port2 }, [port2])
    this.#sendVolume()
    this.#sendMonitoring()
    this.meter.tellEngine()
    this.#loadInto(engine, frameAt(playable, this.position()))
    if (wantsToPlay) engine.send({ kind: 'play' })
    this.#change({})
  }

  #loadInto(engine: AudioEngine, frame: Frames): void {
    const { playable, loop } = this.snapshot()
    engine.send({
      kind: 'load',
      sources: this.#voices.loaded(),
      frame,
      jump: this.#jump,
      loop: frameLoop(playable, loop),
    })
  }

  #dropEngine(): void {
    const engine = this.#engine
    this.#engine = undefined
    engine?.send({ kind: 'pause' })
    // Gives the fade time to be heard.
    if (engine) setTimeout(() => void engine.close(), 50)
  }

  #wake(): void {
    this.#feeder.order({ kind: 'hurry' })
    const { playable, speed } = this.snapshot()
    if (playable) showMediaPosition(this.position(), playable.durationSeconds, speed)
  }

  /** A new audio context, at the sample where the old one stopped. */
  #rebuild(): void {
    const { playable, wantsToPlay, phase } = this.snapshot()
    if (!playable || this.#isDisposed) return
    this.queueNext(this.#next?.playable)
    this.#jumpTo(playable, frameAt(playable, this.position()))
    this.#dropEngine()
    if (!wantsToPlay) return this.#change({})
    this.#change({ phase: phase === 'playing' ? 'loading' : phase })
    void this.#makeEngine(playable)
  }

  #hearMixer(report: MixerReport): void {
    if (report.jump === this.#next?.opened?.jump) this.#advance(this.#next.playable, this.#next.opened)
    const { playable, phase, wantsToPlay } = this.snapshot()
    if (!playable || report.jump !== this.#jump) return
    this.#clock.hear(report)
    this.#peaks = report.peaks
    if (report.state === 'ended') return this.#end(playable)
    if (phase === 'failed') return
    if (report.state === 'waiting') return this.#wait(report.time)
    this.#waitingSince = undefined
    if (report.state === 'playing') {
      if (wantsToPlay && phase !== 'playing') this.#change({ phase: 'playing' })
      this.#openNext(playable, report.frame)
    } else if (!wantsToPlay) {
      this.#restLater()
      this.#store.notify()
    }
  }

  #wait(time: Seconds): void {
    const { phase } = this.snapshot()
    this.#waitingSince ??= time
    if (time - this.#waitingSince > STALL_SECONDS && phase !== 'loading' && phase !== 'stalled')
      this.#change({ phase: 'stalled' })
  }

  /** Opens the next recording near the end of this one, if it can play in the same context. */
  #openNext({ source }: Playable, frame: Frames): void {
    const next = this.#next
    if (!next || next.opened || !this.#engine || !fits(this.#engine, next.playable)) return
    if (source.totalFrames - frame > OPEN_NEXT_SECONDS * source.sampleRate) return
    this.#jumps += 1
    const opened = { source: this.#voices.openAhead(next.playable, 0), jump: this.#jumps }
    this.#next = { ...next, opened }
    this.#engine.send({ kind: 'next', ...opened })
  }

  /** The mixer has moved on to the next recording. */
  #advance(playable: Playable, { source, jump, decoder }: NonNullable<NextPlayable['opened']>): void {
    const { playable: finished } = this.snapshot()
    this.#voices.goOnWith(playable, source, decoder)
    this.#next = undefined
    this.#jump = jump
    this.#clock.reset(playable.source.sampleRate, 0, jump)
    this.#change({ playable, deck: undefined, loop: undefined, decoder })
    if (finished) this.#endListeners.tell(finished)
  }

  #end(playable: Playable): void {
    const next = this.#next?.playable
    if (next) this.load(next, { play: true })
    else {
      this.#change({ phase: 'ended', wantsToPlay: false })
      this.#restLater()
    }
    this.#endListeners.tell(playable)
  }

  /** A silent context still uses power; suspend it after a while. */
  #restLater(): void {
    clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(() => void this.#engine?.suspend(), REST_AFTER_MS)
  }

  #hearFeeder(message: FeederNews): void {
    const opened = this.#next?.opened
    if (this.#next && opened?.source === message.source && message.kind === 'opened')
      this.#next = { ...this.#next, opened: { ...opened, decoder: message.decoder } }
    if (!this.#voices.hear(message)) return
    const { phase, wantsToPlay } = this.snapshot()
    if (message.kind === 'pace') this.#paceListeners.tell(message.pace)
    else if (message.kind === 'opened') this.#change({ decoder: this.#voices.decoder })
    else if (message.kind === 'retrying') this.#change({ isRetrying: this.#voices.isRetrying })
    else if (message.kind === 'failed') this.#fail(message.error)
    else if (this.#voices.areReady && phase === 'loading' && !wantsToPlay) this.#change({ phase: 'paused' })
  }

  #fail(error: PlayerError): void {
    this.#engine?.send({ kind: 'pause' })
    this.#change({ phase: 'failed', wantsToPlay: false, isRetrying: false, error })
  }

  #sendVolume(): void {
    const { volume, isMuted } = this.snapshot()
    this.#engine?.send({ kind: 'master', gain: isMuted ? 0 : volume === 0 ? 1 : 10 ** (volume / 20) })
  }

  #sendMonitoring(): void {
    const { speed, monitoring, playable } = this.snapshot()
    const engine = this.#engine
    engine?.send({ kind: 'speed', speed })
    const speakers = playable?.source.speakers
    engine?.send({
      kind: 'monitoring',
      monitoring,
      hasRest: engine.format.channels <= engine.deviceChannels,
      ...(speakers && { speakers }),
    })
  }

  #change(change: Partial<PlayerSnapshot>): void {
    const before = this.snapshot()
    this.#store.change(change, this.#engine)
    const { playable, phase, wantsToPlay, isRetrying } = this.snapshot()
    if (wantsToPlay && !before.wantsToPlay) this.#anchor.hold()
    if (!wantsToPlay && before.wantsToPlay) this.#anchor.release()
    showMedia(playable, phase, isRetrying)
    const { speed } = this.snapshot()
    if (playable && (phase !== before.phase || playable !== before.playable || speed !== before.speed))
      showMediaPosition(this.position(), playable.durationSeconds, speed)
  }
}

function placesOf({ sources }: DeckOrder): readonly SourcePlacement[] {
  return sources.map(({ offset, pieces }) => ({ offset, ...(pieces && { pieces }) }))
}

function fits({ format }: AudioEngine, { source }: Playable): boolean {
  const wanted = engineFormat(source)
  return wanted.sampleRate === format.sampleRate && wanted.channels === format.channels
}
