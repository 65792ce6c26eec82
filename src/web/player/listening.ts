import type { PeaksFacts } from '#audio/peaks-file.ts'
import { Listeners } from '#shared/listeners.ts'
import type { Decibels, Lufs, Seconds } from '#shared/units.ts'
import { offerTrackKeys } from './media-session.ts'
import type { DeckOrder } from './mix/deck-order.ts'
import { type DeckPlace, haveSameSources, tuneDeck } from './mix/deck-tuning.ts'
import type { Player } from './player.ts'
import type { LoopRange, Playable } from './read/playable.ts'
import type { PlaybackQuality, QualityKeeper } from './read/quality-keeper.ts'

/** A playable version, with what the player bar shows about it on every page. */
export interface Heard {
  readonly playable: Playable
  readonly projectId: string
  readonly projectTitle: string
  /** The track's picture or its project's; null for the drawn one. */
  readonly coverUrl: string | null
  readonly trackId: string
  readonly trackTitle: string
  readonly versionId: string
  readonly versionNumber: number
  /** URL of the page that shows it. */
  readonly href: string
  readonly peaks: { readonly url: string; readonly facts: PeaksFacts }
  /** Of the original, for example `24/48`. */
  readonly quality: string
  /** The stream has fewer bits than the original, so it cannot be bit-exact. */
  readonly isReduced: boolean
  /** Of the original file. */
  readonly sha256?: string
  /** Integrated loudness of the whole recording; null for silence. */
  readonly integrated?: Lufs | null
  /** Object audio has no measured loudness, not even during playback: it needs a renderer first. */
  readonly isNotMeasured?: boolean
  /** From a share link, whose guests have a page of their own. */
  readonly isShared?: boolean
  /** A blind test is running: nothing on the page may reveal which version this is. */
  readonly isVeiled?: boolean
  /** Set while it is part of a comparison. */
  readonly compared?: HeardCompared
}

/** How a comparison changes the sound of this source. */
export interface HeardCompared {
  /** The letter of the source that is turned down. */
  readonly letter: string
  readonly gain: Decibels
  /** How much louder it sounds than its own figure when compared: mono, which plays on both sides. */
  readonly added: Decibels
  readonly isMatched: boolean
  /** The difference of two sources is playing, so the loudness belongs to neither. */
  readonly isDifference: boolean
}

export interface PlaybackState {
  readonly heard?: Heard
  /** Present once something has been loaded. */
  readonly player?: Player
  /** What plays next, without a gap; empty if only one version was requested. */
  readonly queue: readonly Heard[]
  /** Sound has been output, so the output device is known. */
  readonly sounded: boolean
  /** The player's code could not be loaded. */
  readonly failed: boolean
}

export interface HearOptions {
  readonly at?: Seconds
  /** `false` loads the beginning and waits. */
  readonly play?: boolean
  /** If omitted, the present queue stays for the same version and ends for any other. */
  readonly queue?: readonly Heard[]
  readonly loop?: LoopRange
}

const volumeKey = 'roughmix.volume'

/** Controls what plays in this page. The player's code is loaded on first use. */
export class PlaybackController {
  #state: PlaybackState = { queue: [], sounded: false, failed: false }
  #loading: Promise<Player | undefined> | undefined
  #wanted = 0
  #quality: PlaybackQuality = 'automatic'
  #keeper?: QualityKeeper
  /** The options of the current request: a press before the player has loaded changes only whether it plays. */
  #asked: HearOptions & { readonly deck?: DeckOrder } = {}
  /** Calls that wait for the player to load. */
  #waiting: ((player: Player) => void)[] = []
  /** Position after the player has loaded and run the waiting calls. */
  #comingAt: Seconds = 0
  readonly #listeners = new Listeners()

  readonly subscribe = this.#listeners.add

  /** The same object until something changes. */
  readonly state = (): PlaybackState => this.#state

  /** Loads the player's code before the first press, so that sound can start within the gesture. */
  readonly prepare = (): void => void this.#player()

  /** What to do if the connection is too slow for the original. */
  setQuality(quality: PlaybackQuality): void {
    this.#quality = quality
    this.#keeper?.set(quality)
  }

  /** Plays a version, or continues if it is already loaded. */
  hear(heard: Heard, options: HearOptions = {}): void {
    const { at, play = true, loop } = options
    this.#asked = options
    const isSame = this.#state.heard?.playable.id === heard.playable.id
    // A different position in the same piece: the queue stays.
    const queue = options.queue ?? (isSame ? this.#state.queue : [])
    this.#set({ heard, queue, failed: false, ...(!isSame && { sounded: false }) })
    if (!isSame) this.#waiting = []
    this.#comingAt = at ?? (isSame ? this.#comingAt : 0)
    this.#begin((player) => {
      const { playable, deck } = player.snapshot()
      if (!isSame || !playable || deck) player.load(heard.playable, { at: at ?? 0, play })
      else {
        if (at !== undefined) player.seek(at)
        if (play) player.play()
      }
      if (loop || !isSame) player.setLoop(loop)
      player.queueNext(this.neighbour(1)?.playable)
    })
  }

  /**
   * Plays a comparison; the bar describes it by `heard`. An order with the same sources changes only which are audible,
   * their gains and their offsets.
   */
  hearDeck(heard: Heard, deck: DeckOrder, place: DeckPlace = {}): void {
    const { deck: before, at, play } = this.#asked
    // Several orders may come before the player has loaded; the position is that of the first.
    const asked = { ...(before && !this.#state.player && haveSameSources(before, deck) && { at, play }), ...place }
    this.#asked = {
      deck,
      ...(asked.at !== undefined && { at: asked.at }),
      ...(asked.play !== undefined && { play: asked.play }),
    }
    this.#set({ heard, queue: [], failed: false })
    this.#comingAt = asked.at ?? 0
    this.#begin((player) => tuneDeck(player, deck, asked))
  }

  /** Synchronous if the player has loaded: browsers require that sound starts within the gesture. */
  #begin(start: (player: Player) => void): void {
    this.#wanted += 1
    const wanted = this.#wanted
    if (this.#state.player) start(this.#state.player)
    else
      void this.#player().then((player) => {
        if (!player || wanted !== this.#wanted) return
        start(player)
        for (const work of this.#waiting.splice(0)) work(player)
      })
  }

  /** Plays or pauses what is selected, also while the player's code is loading. */
  toggle(): void {
    const { heard, player } = this.#state
    if (player) player.toggle()
    else if (heard && this.#asked.deck) this.hearDeck(heard, this.#asked.deck, { play: this.#asked.play !== true })
    else if (heard) this.hear(heard, { ...this.#asked, play: this.#asked.play === false })
  }

  /** Runs a key's command; waits if the player's code is still loading. */
  ask(work: (player: Player) => void): void {
    const { heard, player } = this.#state
    if (player) work(player)
    else if (heard) this.#waiting.push(work)
  }

  seek(at: Seconds): void {
    this.#comingAt = this.#within(at)
    this.ask((player) => player.seek(at))
  }

  /** Forwards, or backwards if negative. */
  skip(by: Seconds): void {
    this.#comingAt = this.#within(this.#comingAt + by)
    this.ask((player) => player.skip(by))
  }

  /** The current position, or the one after the player has loaded. */
  position(): Seconds {
    return this.#state.player?.position() ?? this.#comingAt
  }

  /** 0 if another version is playing. */
  positionOn(versionId: string): Seconds {
    return this.#state.heard?.versionId === versionId ? this.position() : 0
  }

  #within(at: Seconds): Seconds {
    return Math.min(Math.max(0, at), this.#state.heard?.playable.durationSeconds ?? 0)
  }

  /** Next or previous in the queue. From the third second on, `previous` returns to the start instead. */
  skipTrack(by: 1 | -1): void {
    const { queue, player } = this.#state
    const next = this.neighbour(by)
    if (by === -1 && player && (player.position() > 3 || !next)) player.seek(0)
    else if (next) this.hear(next, { queue, play: player?.snapshot().wantsToPlay ?? true })
  }

  neighbour(by: 1 | -1): Heard | undefined {
    const { queue, heard } = this.#state
    const at = queue.findIndex(({ playable }) => playable.id === heard?.playable.id)
    return at < 0 ? undefined : queue[at + by]
  }

  stop(): void {
    this.#wanted += 1
    this.#waiting = []
    this.#state.player?.unload()
    this.#set({ heard: undefined, queue: [] })
  }

  #follow(heard: Heard, player: Player): void {
    this.#wanted += 1
    this.#set({ heard })
    player.queueNext(this.neighbour(1)?.playable)
  }

  #player(): Promise<Player | undefined> {
    this.#loading ??= Promise.all([import('./player.ts'), import('./read/quality-keeper.ts')]).then(
      ([{ Player }, { QualityKeeper }]) => {
        const player = new Player()
        this.#keeper = new QualityKeeper(player)
        this.#keeper.set(this.#quality)
        return this.#use(player)
      },
      () => {
        this.#loading = undefined
        this.#waiting = []
        this.#set({ failed: this.#state.heard !== undefined })
        return undefined
      },
    )
    return this.#loading
  }

  #use(player: Player): Player {
    const volume = keptVolume()
    if (volume < 0) player.setVolume(volume)
    player.subscribe(() => {
      const { volume, phase } = player.snapshot()
      keep(String(volume))
      if (phase === 'playing' && !this.#state.sounded) this.#set({ sounded: true })
    })
    player.onEnded(({ id }) => {
      const next = this.#state.heard?.playable.id === id ? this.neighbour(1) : undefined
      // It is playing already: the player received it in advance, to avoid a gap.
      if (next && player.snapshot().playable?.id === next.playable.id) this.#follow(next, player)
    })
    this.#set({ player })
    return player
  }

  #set(change: { readonly [K in keyof PlaybackState]?: PlaybackState[K] | undefined }): void {
    const { heard, player, queue = [], sounded = false, failed = false } = { ...this.#state, ...change }
    this.#state = { queue, sounded, failed, ...(heard && { heard }), ...(player && { player }) }
    if (player)
      offerTrackKeys(
        queue.length > 1 ? () => this.skipTrack(-1) : null,
        this.neighbour(1) ? () => this.skipTrack(1) : null,
      )
    this.#listeners.tell()
  }
}

/** The page's only instance. */
export const listening = new PlaybackController()

let kept: string | null = null

/** The volume stored on this device, in dB, at most 0. */
export function keptVolume(): Decibels {
  return Math.min(0, Number(readKept() ?? 0) || 0)
}

function readKept(): string | null {
  try {
    kept = localStorage.getItem(volumeKey)
  } catch {
    // Storage may be refused; the volume then lasts as long as the page.
  }
  return kept
}

function keep(volume: string): void {
  if (volume === kept) return
  kept = volume
  try {
    localStorage.setItem(volumeKey, volume)
  } catch {
    // Storage is refused.
  }
}
