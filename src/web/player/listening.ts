import type { PeaksFacts } from '#audio/peaks-file.ts'
import { Listeners } from '#shared/listeners.ts'
import type { Decibels, Lufs, Seconds } from '#shared/units.ts'
import { offerTrackKeys } from './media-session.ts'
import type { DeckOrder } from './mix/deck-order.ts'
import { type DeckPlace, haveSameSources, tuneDeck } from './mix/deck-tuning.ts'
import type { Player } from './player.ts'
import type { LoopRange, Playable } from './read/playable.ts'
import type { PlaybackQuality, QualityKeeper } from './read/quality-keeper.ts'

/** A version one can listen to, with what the player bar says about it wherever one has gone since. */
export interface Heard {
  readonly playable: Playable
  readonly projectId: string
  readonly projectTitle: string
  readonly trackId: string
  readonly trackTitle: string
  readonly versionId: string
  readonly versionNumber: number
  /** The page it stands on. */
  readonly href: string
  readonly peaks: { readonly url: string; readonly facts: PeaksFacts }
  /** Of the original, as `24/48`. */
  readonly quality: string
  /** The stream holds fewer bits than the original: why it cannot be bit-true. */
  readonly isReduced: boolean
  /** Of the original file. */
  readonly sha256?: string
  /** Loudness of the whole recording; null for silence. */
  readonly integrated?: Lufs | null
  /** Object audio has no loudness, also while it plays: it needs a renderer first. */
  readonly isNotMeasured?: boolean
  /** Nothing on the page may tell which version this is: a blind test is going on. */
  readonly isVeiled?: boolean
  /** Set while it is heard beside others. */
  readonly compared?: HeardCompared
}

/** What a comparison does to what is heard of it. */
export interface HeardCompared {
  /** Whom it turns down. */
  readonly letter: string
  readonly gain: Decibels
  /** How much louder than its own figure it is beside the others: mono, which is heard on both sides. */
  readonly added: Decibels
  readonly isMatched: boolean
  /** What is heard is what is left of two: no loudness is its own. */
  readonly isDifference: boolean
}

export interface PlaybackState {
  readonly heard?: Heard
  /** There once something is or was to be heard. */
  readonly player?: Player
  /** What follows by itself when the end is heard; empty where only one version was asked for. */
  readonly queue: readonly Heard[]
  /** It has sounded, so that the device it sounds on is known. */
  readonly sounded: boolean
  /** The player's own code could not be fetched. */
  readonly failed: boolean
}

export interface HearOptions {
  readonly at?: Seconds
  /** `false` fetches the beginning and waits. */
  readonly play?: boolean
  /** Without one, the present queue stays for the version that is heard already, and ends for any other. */
  readonly queue?: readonly Heard[]
  readonly loop?: LoopRange
}

const volumeKey = 'roughmix.volume'

/** What is listened to in this page. The player's code is fetched when it is first needed. */
export class PlaybackController {
  #state: PlaybackState = { queue: [], sounded: false, failed: false }
  #loading: Promise<Player | undefined> | undefined
  #wanted = 0
  #quality: PlaybackQuality = 'automatic'
  #keeper?: QualityKeeper
  /** With what the present one was asked for: a press before the player is here changes only whether it plays. */
  #asked: HearOptions & { readonly deck?: DeckOrder } = {}
  /** What was asked of the player before it was here. */
  #waiting: ((player: Player) => void)[] = []
  /** Where the music will be once the player is here and has done what was asked of it. */
  #comingAt: Seconds = 0
  readonly #listeners = new Listeners()

  readonly subscribe = this.#listeners.add

  /** The same object until something changes. */
  readonly state = (): PlaybackState => this.#state

  /** Fetches the player's code ahead of the first press, so that sound starts within it. */
  readonly prepare = (): void => void this.#player()

  /** What to do on a line too slow for the original. */
  setQuality(quality: PlaybackQuality): void {
    this.#quality = quality
    this.#keeper?.set(quality)
  }

  /** Listen to a version, or go on with it where it is the one already. */
  hear(heard: Heard, options: HearOptions = {}): void {
    const { at, play = true, loop } = options
    this.#asked = options
    const isSame = this.#state.heard?.playable.id === heard.playable.id
    // Another place of the same piece: what follows it follows still.
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
   * Listen to a comparison, of which `heard` is what the bar says. An order for the same sources only changes what is
   * heard of them, how loud it is and how they lie to each other.
   */
  hearDeck(heard: Heard, deck: DeckOrder, place: DeckPlace = {}): void {
    const { deck: before, at, play } = this.#asked
    // Before the player is here, several orders may come: the place is that of the first.
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

  /** Without a wait where the player is here already: browsers want sound to start within the press. */
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

  /** Plays or pauses what was chosen, also while the player's code is still on its way. */
  toggle(): void {
    const { heard, player } = this.#state
    if (player) player.toggle()
    else if (heard && this.#asked.deck) this.hearDeck(heard, this.#asked.deck, { play: this.#asked.play !== true })
    else if (heard) this.hear(heard, { ...this.#asked, play: this.#asked.play === false })
  }

  /** What keys ask of the player: one pressed while its code is still on its way waits for it. */
  ask(work: (player: Player) => void): void {
    const { heard, player } = this.#state
    if (player) work(player)
    else if (heard) this.#waiting.push(work)
  }

  seek(at: Seconds): void {
    this.#comingAt = this.#within(at)
    this.ask((player) => player.seek(at))
  }

  /** Forwards, or back by a negative number. */
  skip(by: Seconds): void {
    this.#comingAt = this.#within(this.#comingAt + by)
    this.ask((player) => player.skip(by))
  }

  /** Where the music is, or will be once the player is here. */
  position(): Seconds {
    return this.#state.player?.position() ?? this.#comingAt
  }

  /** On this version, 0 where another is heard. */
  positionOn(versionId: string): Seconds {
    return this.#state.heard?.versionId === versionId ? this.position() : 0
  }

  #within(at: Seconds): Seconds {
    return Math.min(Math.max(0, at), this.#state.heard?.playable.durationSeconds ?? 0)
  }

  /** The one after or before in the queue; before its third second, `previous` means the one before. */
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
      // It plays already: the player was told beforehand, so that no gap comes between.
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

/** The page's one. */
export const listening = new PlaybackController()

let kept: string | null = null

/** As it was left on this device, in dB, at most 0. */
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
    // As above.
  }
}
