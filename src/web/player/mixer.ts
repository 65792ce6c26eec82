import type { Frames, Hertz } from '#shared/units.ts'
import { GainRamp } from './gain-ramp.ts'
import { MixedSource } from './mixed-source.ts'
import type { AnchorOrder, FeederToMixer, FrameLoop, LoadedSource, MixerReport, MixerState, MixerToFeeder, PageToMixer, SourceId } from './player-messages.ts'

interface Jump {
  /** Without one: go on from where the fade ends. */
  readonly frame?: Frames
  readonly jump: number
  /** Play these instead of the present ones. */
  readonly sources?: readonly LoadedSource[]
  /** How the present ones lie to each other from now on. */
  readonly offsets?: readonly Frames[]
  readonly loop?: FrameLoop
}

export interface MixerOutlets {
  readonly report: (report: MixerReport) => void
  readonly ask: (message: MixerToFeeder, transfer: ArrayBuffer[]) => void
}

type Envelope = 'silent' | 'rising' | 'steady' | 'falling'

const FADE_SECONDS = 0.006
/** Buffered before sound starts, and before it starts again after running dry. */
const START_SECONDS = 0.08
const RESUME_SECONDS = 0.75
const REPORT_FRAMES = 2048
/** Further behind than this, dropping what has passed is no way any more: the page asks for another place. */
const DROP_SECONDS = 5

/**
 * Mixes sources that are locked sample to sample, on the clock of the audio thread. One song position serves all
 * of them. Starting anywhere but at the very beginning, stopping, seeking and running dry are faded, all by the
 * same envelope; in between, with every gain at unity, samples pass untouched.
 */
export class Mixer {
  readonly #sampleRate: Hertz
  readonly #outlets: MixerOutlets
  readonly #fadeFrames: Frames
  #sources: MixedSource[] = []
  #token = 0
  #frame: Frames = 0
  #jump = 0
  #pending?: Jump
  #next?: { readonly source: MixedSource; readonly jump: number }
  #loop?: FrameLoop
  #anchor?: AnchorOrder | undefined
  #wantsToPlay = false
  #hasEnded = false
  #isDry = false
  #ranDry = 0
  #envelope: Envelope = 'silent'
  #level = 0
  #gains = new Float32Array(128)
  #sinceReport: Frames = 0
  #reported?: MixerState

  constructor(sampleRate: Hertz, outlets: MixerOutlets) {
    this.#sampleRate = sampleRate
    this.#outlets = outlets
    this.#fadeFrames = Math.round(FADE_SECONDS * sampleRate)
  }

  order(message: Exclude<PageToMixer, { kind: 'connect' }>): void {
    switch (message.kind) {
      case 'load':
        this.#anchor = undefined
        this.#goTo(message)
        break
      case 'seek':
        this.#anchor = undefined
        this.#goTo({ ...this.#pending, frame: message.frame, jump: message.jump, loop: this.#loop })
        break
      case 'next':
        this.#prepareNext(message)
        break
      case 'play':
        this.#wantsToPlay = true
        if (this.#envelope === 'falling' && !this.#pending) this.#envelope = 'rising'
        break
      case 'pause':
        this.#anchor = undefined
        this.#wantsToPlay = false
        this.#isDry = false
        if (this.#envelope !== 'silent') this.#envelope = 'falling'
        break
      case 'loop':
        this.#setLoop(message.loop)
        break
      case 'mix':
        // One order for all, so that a cross-fade's two halves begin at the same sample.
        for (const [index, gain] of message.gains.entries()) {
          const source = this.#sources[index]
          if (source) this.#move(source.gain, gain)
        }
        break
      case 'anchor':
        this.#anchor = message
        if (this.#envelope !== 'silent') this.#envelope = 'falling'
        break
      case 'align':
        this.#goTo({ ...this.#pending, jump: message.jump, offsets: message.offsets, loop: this.#loop })
    }
  }

  accept(message: FeederToMixer): void {
    const source = this.#sources.find(({ id }) => id === message.source) ?? this.#next?.source
    if (source?.id !== message.source || source.token !== message.token) return
    if (message.kind === 'end') source.queue.isComplete = true
    else source.queue.append(message.start, message.planes)
  }

  /** Nothing sounds, and no fade is under way. */
  get isSilent(): boolean {
    return this.#envelope === 'silent'
  }

  /** Fill `output[channel]`, whose first frame is heard at context frame `contextFrame`. */
  render(output: readonly Float32Array[], contextFrame: Frames): void {
    const total = output[0]?.length ?? 0
    let done = 0
    while (done < total) {
      if (this.#envelope === 'silent') {
        const held = this.#start(contextFrame + done)
        if (held > 0) {
          const silence = Math.min(held, total - done)
          for (const plane of output) plane.fill(0, done, done + silence)
          done += silence
          continue
        }
      }
      const run = this.#runLength(total - done)
      if (run > 0) this.#mix(output, done, run)
      done += run
      this.#settle(run)
    }
    for (const plane of output) plane.fill(0, done)
    this.#afterRender(contextFrame + total, total)
  }

  /** From silence: take a waiting jump, and begin when there is something to play. Answers how long silence goes on. */
  #start(contextFrame: Frames): Frames {
    if (this.#pending) this.#land(this.#pending)
    if (!this.#wantsToPlay || this.#hasEnded || !this.#isReady()) return Infinity
    const held = this.#keepAnchor(contextFrame)
    if (held > 0) return held
    this.#isDry = false
    // The recording's own beginning is its composer's business; anywhere else a cut in would click.
    this.#envelope = this.#frame === 0 ? 'steady' : 'rising'
    this.#level = this.#envelope === 'steady' ? 1 : 0
    return 0
  }

  /** Drops what should have sounded already; answers for how long to hold back what should not sound yet. */
  #keepAnchor(contextFrame: Frames): Frames {
    const anchor = this.#anchor
    if (!anchor) return 0
    const behind = Math.round(withinLoop(anchor.frame + (contextFrame - anchor.at) * anchor.speed - this.#frame, this.#loop))
    if (behind < 0) return -behind
    const needed = behind + START_SECONDS * this.#sampleRate
    if (behind > DROP_SECONDS * this.#sampleRate || (this.#allComplete() && this.#available() <= behind)) this.#anchor = undefined
    else if (this.#available() < needed && !this.#allComplete()) return Infinity
    else {
      this.#anchor = undefined
      for (const source of this.#sources) source.drop(behind)
      this.#frame = this.#nextFrame() ?? this.#frame + behind
    }
    return 0
  }

  #nextFrame(): Frames | undefined {
    return this.#sources.map((source) => source.nextFrame()).find((frame) => frame !== undefined)
  }

  #isReady(): boolean {
    if (this.#sources.length === 0) return false
    const seconds = this.#isDry ? RESUME_SECONDS : START_SECONDS
    return this.#allComplete() || this.#available() >= seconds * this.#sampleRate
  }

  #prepareNext({ source: id, jump }: { readonly source?: SourceId; readonly jump: number }): void {
    this.#next = id === undefined ? undefined : { source: new MixedSource({ id, offset: 0, gain: 1 }), jump }
    if (this.#next) this.#askFor(this.#next.source, 0, undefined)
  }

  /** At the end: let the next source follow without a gap, if it is here. */
  #goOn(): boolean {
    const next = this.#next
    if (!next || (!next.source.queue.isComplete && next.source.queue.frames < START_SECONDS * this.#sampleRate)) return false
    for (const source of this.#sources) this.#sendSpent(source)
    this.#next = undefined
    this.#sources = [next.source]
    this.#frame = 0
    this.#jump = next.jump
    this.#loop = undefined
    this.#reported = undefined
    return true
  }

  #allComplete(): boolean {
    return this.#sources.every(({ queue }) => queue.isComplete)
  }

  /** Frames that can be mixed now. A source that is over counts as silence while others go on. */
  #available(): Frames {
    if (this.#allComplete()) return this.#sources.reduce((most, { queue }) => Math.max(most, queue.frames), 0)
    return this.#sources.reduce((least, { queue }) => (queue.isComplete ? least : Math.min(least, queue.frames)), Infinity)
  }

  #runLength(wanted: Frames): Frames {
    const available = this.#available()
    if (this.#envelope !== 'falling' && !this.#allComplete() && available < wanted + this.#fadeFrames) {
      this.#runDry()
      this.#envelope = 'falling'
    }
    const toSettle = this.#envelope === 'rising' ? (1 - this.#level) * this.#fadeFrames : this.#envelope === 'falling' ? this.#level * this.#fadeFrames : Infinity
    return Math.min(wanted, available, Math.max(0, Math.round(toSettle)))
  }

  #mix(output: readonly Float32Array[], at: Frames, count: Frames): void {
    for (const plane of output) plane.fill(0, at, at + count)
    for (const source of this.#sources) source.addTo(output, at, count, this.#rampGains)
    this.#shape(output, at, count)
    this.#frame = this.#nextFrame() ?? this.#frame + count
  }

  /** The envelope, over everything mixed. */
  #shape(output: readonly Float32Array[], at: Frames, count: Frames): void {
    const slope = this.#envelope === 'rising' ? 1 / this.#fadeFrames : this.#envelope === 'falling' ? -1 / this.#fadeFrames : 0
    if (slope === 0) return
    for (const plane of output) {
      for (let i = 0; i < count; i++) plane[at + i] = (plane[at + i] ?? 0) * Math.min(1, Math.max(0, this.#level + slope * (i + 1)))
    }
    this.#level = Math.min(1, Math.max(0, this.#level + slope * count))
  }

  readonly #rampGains = (ramp: GainRamp, count: Frames): Float32Array => {
    if (this.#gains.length < count) this.#gains = new Float32Array(count)
    for (let i = 0; i < count; i++) this.#gains[i] = ramp.next()
    return this.#gains
  }

  /** What follows a run: a finished fade, the end of the recording, or an empty buffer. */
  #settle(run: Frames): void {
    const halfStep = 0.5 / this.#fadeFrames
    if (this.#envelope === 'rising' && this.#level > 1 - halfStep) this.#envelope = 'steady'
    if (this.#envelope === 'steady') this.#level = 1
    if (this.#envelope === 'falling' && this.#level < halfStep) this.#fallSilent()
    if (this.#envelope === 'silent' || this.#available() > 0) return
    if (this.#allComplete()) {
      if (this.#envelope !== 'falling' && this.#goOn()) return
      this.#hasEnded = true
      this.#wantsToPlay = false
    } else if (run === 0) this.#runDry()
    else return
    this.#fallSilent()
  }

  #runDry(): void {
    if (!this.#isDry) this.#ranDry += 1
    this.#isDry = true
  }

  #fallSilent(): void {
    this.#envelope = 'silent'
    this.#level = 0
  }

  #goTo(jump: Jump): void {
    this.#pending = jump
    if (this.#envelope === 'silent') this.#land(jump)
    else this.#envelope = 'falling'
  }

  #land({ frame = this.#frame, jump, sources, offsets, loop }: Jump): void {
    this.#pending = undefined
    for (const source of this.#sources) {
      source.queue.clear()
      this.#sendSpent(source)
    }
    if (sources) {
      this.#sources = sources.map((source) => new MixedSource(source))
      this.#next = undefined
    }
    offsets?.forEach((offset, index) => {
      const source = this.#sources[index]
      if (source) source.offset = offset
    })
    this.#frame = frame
    this.#jump = jump
    this.#loop = loop
    this.#hasEnded = false
    this.#isDry = false
    for (const source of this.#sources) this.#askFor(source, frame, loop)
    this.#reported = undefined
  }

  #setLoop(loop: FrameLoop | undefined): void {
    this.#loop = loop
    if (this.#pending) this.#pending = { ...this.#pending, loop }
    else if (loop && this.#frame >= loop.outFrame) this.#goTo({ frame: loop.inFrame, jump: this.#jump, loop })
    else for (const source of this.#sources) this.#askFor(source, source.keepUntil(loop) ?? this.#frame, loop)
  }

  #askFor(source: MixedSource, from: Frames, loop: FrameLoop | undefined): void {
    this.#token += 1
    source.token = this.#token
    source.spentFrames = 0
    this.#outlets.ask({ kind: 'supply', source: source.id, token: source.token, from: from + source.offset, loop: source.ownLoop(loop), queued: source.queue.frames }, [])
  }

  #move(ramp: GainRamp, gain: number): void {
    if (this.#envelope === 'silent') ramp.jumpTo(gain)
    else ramp.moveTo(gain, this.#fadeFrames)
  }

  #afterRender(contextFrame: Frames, rendered: Frames): void {
    const state: MixerState = this.#envelope !== 'silent' ? 'playing' : this.#hasEnded ? 'ended' : this.#wantsToPlay ? 'waiting' : 'paused'
    this.#sinceReport += rendered
    if (state === this.#reported && (state === 'paused' || state === 'ended' || this.#sinceReport < REPORT_FRAMES)) return
    this.#reported = state
    this.#sinceReport = 0
    for (const source of this.#sources) this.#sendSpent(source)
    const queued = this.#sources.length === 0 ? 0 : this.#sources.reduce((least, { queue }) => Math.min(least, queue.frames), Infinity)
    this.#outlets.report({ kind: 'report', state, frame: this.#frame, time: contextFrame / this.#sampleRate, jump: this.#jump, queued, ranDry: this.#ranDry, peaks: this.#sources.map((source) => source.takePeak()) })
  }

  #sendSpent(source: MixedSource): void {
    const buffers = source.queue.takeSpent()
    if (source.spentFrames === 0 && buffers.length === 0) return
    this.#outlets.ask({ kind: 'spent', source: source.id, token: source.token, frames: source.spentFrames, buffers }, buffers)
    source.spentFrames = 0
  }
}

/** In a loop the nearer way round counts. */
function withinLoop(frames: Frames, loop: FrameLoop | undefined): Frames {
  if (!loop) return frames
  const length = loop.outFrame - loop.inFrame
  const round = ((frames % length) + length) % length
  return round > length / 2 ? round - length : round
}
