import { bass, hat, kick, pad, seededRandom, snare, sung } from '#audio/song-instruments.ts'
import type { Sound } from '#audio/song-instruments.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** The mix of one version of the song: gains of its groups, and the master's processing. */
export interface SongMix {
  readonly drums: number
  readonly bass: number
  readonly chords: number
  readonly lead: number
  readonly master: number
  /** Clips above this, like a careless engineer; 0 uses soft saturation instead. */
  readonly clipAt: number
  /** The drums continue through the bridge. */
  readonly bridgeDrums: boolean
}

/** The synthetic song in three bounces: a rough mix, one that went too far, and one that fixes it. */
export const SONG_MIXES = {
  rough: { drums: 0.9, bass: 0.8, chords: 0.9, lead: 0.42, master: 0.62, clipAt: 0, bridgeDrums: true },
  loud: { drums: 1, bass: 0.85, chords: 0.8, lead: 1.1, master: 0.86, clipAt: 0.985, bridgeDrums: true },
  fixed: { drums: 0.95, bass: 0.85, chords: 0.8, lead: 0.85, master: 0.72, clipAt: 0, bridgeDrums: false },
} as const satisfies Record<string, SongMix>

export interface SongSettings {
  readonly mix: SongMix
  readonly sampleRate: Hertz
  /** The song lasts two minutes; a shorter time cuts it, a longer one repeats it. */
  readonly seconds?: Seconds
  readonly seed?: number
}

export const SONG_SECONDS: Seconds = 120

/** A block of stereo samples, in -1..1. Both arrays are reused for the next block. */
export type SongBlock = readonly [left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer>]

const BLOCK: Frames = 8192
const BEATS_PER_MINUTE = 96
const BEATS_PER_BAR = 4
const BARS = 48

/** Renders the song block by block: equal settings give equal samples. The last block may be short. */
export function* renderSong({ mix, sampleRate, seconds = SONG_SECONDS, seed = 1 }: SongSettings): Generator<SongBlock> {
  const total = Math.round(seconds * sampleRate)
  const mixer = new Mixer(score(sampleRate, seed, mix), sampleRate)
  for (let at = 0; at < total; at += BLOCK) {
    const [left, right] = mixer.next(Math.min(BLOCK, total - at))
    master(left, mix)
    master(right, mix)
    yield [left, right]
  }
}

/** A sound that begins at a frame. */
interface Event {
  readonly at: Frames
  readonly sound: Sound
  readonly gain: number
  /** The share sent to the echo. */
  readonly echo: number
}

type Group = 'drums' | 'bass' | 'chords' | 'lead'

/** Am F C G, as pads and roots. */
const CHORDS = [
  [57, 60, 64, 67],
  [53, 57, 60, 64],
  [55, 60, 64, 67],
  [55, 59, 62, 66],
] as const
const ROOTS = [33, 29, 36, 31] as const

/** Two bars of melody and their answer: beat, note, length in beats. */
const TUNE = [
  [0, 69, 1],
  [1, 72, 0.5],
  [1.5, 71, 0.5],
  [2, 69, 1.5],
  [4, 65, 1],
  [5, 69, 1],
  [6, 67, 1.5],
  [8, 67, 1],
  [9, 72, 0.5],
  [9.5, 74, 0.5],
  [10, 76, 1.5],
  [12, 74, 1],
  [13, 71, 1],
  [14, 67, 1.75],
] as const

function score(sampleRate: Hertz, seed: number, mix: SongMix): readonly Event[] {
  const random = seededRandom(seed)
  const beat = (60 / BEATS_PER_MINUTE) * sampleRate
  const beatSeconds = 60 / BEATS_PER_MINUTE
  const drums = {
    kick: kick(sampleRate),
    snare: snare(sampleRate, random),
    closed: hat(sampleRate, random, 70, 0.25),
    open: hat(sampleRate, random, 14, -0.3),
  }
  const pads = CHORDS.map((notes) => pad(sampleRate, notes, beatSeconds * BEATS_PER_BAR * 1.05))
  const basses = ROOTS.map(
    (note) => [bass(sampleRate, note, beatSeconds * 0.9), bass(sampleRate, note + 12, beatSeconds * 0.45)] as const,
  )
  const sungNotes = new Map(
    TUNE.map(([, note, beats]) => [`${note}/${beats}`, sung(sampleRate, note, beats * beatSeconds)]),
  )
  const events: Event[] = []
  const play = (group: Group, sound: Sound | undefined, beats: number, gain: number, echo = 0) => {
    if (sound) events.push({ at: Math.round(beats * beat), sound, gain: gain * mix[group], echo })
  }
  for (let bar = 0; bar < BARS; bar++) {
    const start = bar * BEATS_PER_BAR
    const part = partAt(bar)
    play('chords', pads[bar % 4], start, part === 'bridge' ? 1.2 : 0.9)
    if (part !== 'intro')
      for (const [step, high] of [
        [0, false],
        [1, false],
        [1.5, true],
        [2, false],
        [3, false],
        [3.5, true],
      ] as const)
        play('bass', basses[bar % 4]?.[high ? 1 : 0], start + step, 0.8)
    if (part !== 'intro' && (part !== 'bridge' || mix.bridgeDrums))
      playDrums(drums, (sound, beats, gain) => play('drums', sound, start + beats, gain), bar, random)
    if (part === 'chorus' && bar % 4 === 0)
      for (const [at, note, beats] of TUNE) play('lead', sungNotes.get(`${note}/${beats}`), start + at, 0.9, 0.3)
  }
  return events.sort((a, b) => a.at - b.at)
}

function partAt(bar: number): 'intro' | 'verse' | 'chorus' | 'bridge' {
  if (bar < 4) return 'intro'
  if (bar >= 36 && bar < 40) return 'bridge'
  return (bar >= 12 && bar < 20) || (bar >= 28 && bar < 36) || bar >= 40 ? 'chorus' : 'verse'
}

interface Drums {
  readonly kick: Sound
  readonly snare: Sound
  readonly closed: Sound
  readonly open: Sound
}

function playDrums(
  drums: Drums,
  hit: (sound: Sound, beats: number, gain: number) => void,
  bar: number,
  random: () => number,
): void {
  for (const beats of [0, 2, 2.5]) hit(drums.kick, beats, 0.9)
  for (const beats of bar % 8 === 7 ? [1, 3, 3.25, 3.5, 3.75] : [1, 3]) hit(drums.snare, beats, 0.75)
  for (let eighth = 0; eighth < 8; eighth++)
    hit(eighth === 7 ? drums.open : drums.closed, eighth / 2, 0.45 + 0.25 * random())
}

interface Playing {
  readonly event: Event
  position: Frames
}

/** Mixes the active sounds, with an echo of dotted eighths between left and right. */
class Mixer {
  readonly #events: readonly Event[]
  readonly #loopFrames: Frames
  readonly #echoLeft: Float32Array
  readonly #echoRight: Float32Array
  readonly #left = new Float32Array(BLOCK)
  readonly #right = new Float32Array(BLOCK)
  readonly #send = new Float32Array(BLOCK)
  #playing: Playing[] = []
  #nextEvent = 0
  #loopStart: Frames = 0
  #position: Frames = 0

  constructor(events: readonly Event[], sampleRate: Hertz) {
    this.#events = events
    this.#loopFrames = Math.round(SONG_SECONDS * sampleRate)
    const echoFrames = Math.round((0.75 * 60 * sampleRate) / BEATS_PER_MINUTE)
    this.#echoLeft = new Float32Array(echoFrames)
    this.#echoRight = new Float32Array(echoFrames)
  }

  next(frames: Frames): SongBlock {
    const left = this.#left.subarray(0, frames).fill(0)
    const right = this.#right.subarray(0, frames).fill(0)
    const send = this.#send.subarray(0, frames).fill(0)
    this.#start(frames)
    for (const playing of this.#playing) addTo(left, right, send, playing, this.#position)
    this.#playing = this.#playing.filter(({ event, position }) => position < event.sound.left.length)
    this.#echo(left, right, send)
    this.#position += frames
    return [left, right]
  }

  #start(frames: Frames): void {
    for (;;) {
      const event = this.#events[this.#nextEvent]
      const loop = !event
      const at = this.#loopStart + (event?.at ?? this.#loopFrames)
      if (at >= this.#position + frames) return
      if (loop) {
        this.#loopStart += this.#loopFrames
        this.#nextEvent = 0
      } else {
        this.#playing.push({ event: { ...event, at }, position: 0 })
        this.#nextEvent++
      }
    }
  }

  #echo(left: Float32Array, right: Float32Array, send: Float32Array): void {
    const length = this.#echoLeft.length
    for (let i = 0; i < left.length; i++) {
      const at = (this.#position + i) % length
      const fromLeft = this.#echoLeft[at] ?? 0
      const fromRight = this.#echoRight[at] ?? 0
      this.#echoLeft[at] = (send[i] ?? 0) + fromRight * 0.45
      this.#echoRight[at] = fromLeft * 0.8
      left[i] = (left[i] ?? 0) + fromLeft
      right[i] = (right[i] ?? 0) + fromRight
    }
  }
}

function addTo(left: Float32Array, right: Float32Array, send: Float32Array, playing: Playing, blockAt: Frames): void {
  const { event } = playing
  const start = Math.max(0, event.at - blockAt)
  const count = Math.min(left.length - start, event.sound.left.length - playing.position)
  for (let i = 0; i < count; i++) {
    const l = (event.sound.left[playing.position + i] ?? 0) * event.gain
    const r = (event.sound.right[playing.position + i] ?? 0) * event.gain
    const at = start + i
    left[at] = (left[at] ?? 0) + l
    right[at] = (right[at] ?? 0) + r
    if (event.echo > 0) send[at] = (send[at] ?? 0) + l * event.echo
  }
  playing.position += count
}

function master(samples: Float32Array, { master, clipAt }: SongMix): void {
  for (let i = 0; i < samples.length; i++) {
    const x = (samples[i] ?? 0) * master
    // Soft saturation: nearly linear up to 0.5, never beyond 0.9.
    samples[i] = clipAt > 0 ? Math.max(-clipAt, Math.min(clipAt, x)) : (0.9 * x) / Math.sqrt(0.81 + x * x)
  }
}
