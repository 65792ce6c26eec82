import type { Frames, Hertz } from '#shared/units.ts'
import { Envelope } from './envelope.ts'
import type { GainRamp } from './gain-ramp.ts'
import { OutgoingFade } from './outgoing-fade.ts'
import { MixedSource } from './mixed-source.ts'
import type {
  AnchorOrder,
  FeederToMixer,
  FrameLoop,
  LoadedSource,
  MixerReport,
  MixerState,
  MixerToFeeder,
  PageToMixer,
} from '../player-messages.ts'
import { SourceGroup } from '../read/source-group.ts'

interface Jump {
  /** Without one: go on from where it is. */
  readonly frame?: Frames
  readonly jump: number
  /** Play these instead of the present ones. */
  readonly sources?: readonly LoadedSource[]
  /** How the present ones lie to each other from now on. */
  readonly offsets?: readonly Frames[]
  readonly loop?: FrameLoop | undefined
}

/** The place to go to, whose samples are on their way while the old one is still heard. */
interface Incoming {
  readonly group: SourceGroup
  /** Not another place, but the same one heard otherwise: what passes meanwhile is left out. */
  readonly keepsPlace: boolean
  /** How long the old place has gone on since. */
  waited: Frames
}

export interface MixerOutlets {
  readonly report: (report: MixerReport) => void
  readonly ask: (message: MixerToFeeder, transfer: ArrayBuffer[]) => void
}

/** Buffered before sound starts, and before it starts again after running dry. */
const START_SECONDS = 0.08
const RESUME_SECONDS = 0.75
/** So long the old place is heard on while the new one is fetched; then silence tells that something is under way. */
const WAIT_SECONDS = 0.2
const REPORT_FRAMES = 2048
/** Further behind than this, dropping what has passed is no way any more: the page asks for another place. */
const DROP_SECONDS = 5

/**
 * Mixes sources that are locked sample to sample, on the clock of the audio thread. Starting anywhere but at the very
 * beginning, stopping and running dry are faded, all by the same envelope; a jump while it plays is a cross-fade as
 * short as that. In between, with every gain at unity, samples pass untouched.
 */
export class Mixer {
  readonly #sampleRate: Hertz
  readonly #outlets: MixerOutlets
  readonly #envelope: Envelope
  #present: SourceGroup
  #incoming?: Incoming | undefined
  #leaving?: OutgoingFade | undefined
  #next?: SourceGroup | undefined
  #tokens = 0
  #pending?: Jump | undefined
  #loop?: FrameLoop | undefined
  #anchor?: AnchorOrder | undefined
  #wantsToPlay = false
  #hasEnded = false
  #isDry = false
  #ranDry = 0
  #gains = new Float32Array(128)
  #sinceReport: Frames = 0
  #reported?: MixerState | undefined

  constructor(sampleRate: Hertz, outlets: MixerOutlets) {
    this.#sampleRate = sampleRate
    this.#outlets = outlets
    this.#envelope = new Envelope(sampleRate)
    this.#present = this.#group([], { frame: 0, jump: 0, loop: undefined })
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
        this.#next =
          message.source === undefined
            ? undefined
            : this.#group([new MixedSource({ id: message.source, offset: 0, gain: 1 })], {
                frame: 0,
                jump: message.jump,
                loop: undefined,
              })
        break
      case 'play':
        this.#wantsToPlay = true
        if (!this.#pending) this.#envelope.riseAgain()
        break
      case 'pause':
        this.#anchor = undefined
        this.#wantsToPlay = false
        this.#isDry = false
        this.#envelope.fall()
        break
      case 'loop':
        this.#setLoop(message.loop)
        break
      case 'mix':
        this.#setGains(message.gains)
        break
      case 'anchor':
        this.#anchor = message
        this.#envelope.fall()
        break
      case 'align':
        this.#goTo({ ...this.#pending, jump: message.jump, offsets: message.offsets, loop: this.#loop })
    }
  }

  accept(message: FeederToMixer): void {
    for (const group of [this.#present, this.#incoming?.group, this.#next]) if (group?.accept(message)) return
  }

  /** Nothing sounds, and no fade is under way. */
  get isSilent(): boolean {
    return this.#envelope.isSilent
  }

  /** All that was mixed last is mono, heard on both sides. */
  get isMono(): boolean {
    return Math.max(this.#present.heardChannels, this.#leaving?.group.heardChannels ?? 0) === 1
  }

  /** It sounds, and is to go on elsewhere: the samples are here, or were waited for long enough. Then call `jump`. */
  get isJumpDue(): boolean {
    const incoming = this.#incoming
    if (!incoming || this.#leaving || !this.#envelope.isUp) return false
    return this.#isHere(incoming) || incoming.waited >= WAIT_SECONDS * this.#sampleRate
  }

  /**
   * From the next sample on. With `isCovered` whoever takes the sound has the fade of what comes before; else it is
   * mixed in here.
   */
  jump(isCovered: boolean): void {
    const incoming = this.#incoming
    if (!incoming) return
    if (!this.#isHere(incoming)) {
      this.#ranDry += 1
      if (isCovered) this.#fallSilent()
      else this.#envelope.fall()
      return
    }
    this.#leaving = isCovered
      ? undefined
      : new OutgoingFade(this.#present, this.#envelope.level, this.#envelope.fadeFrames)
    if (isCovered) this.#present.clear()
    this.#arrive(incoming)
    this.#envelope.begin(isCovered || this.#present.frame === 0)
  }

  /** Fill `output[channel]`, whose first frame is heard at context frame `contextFrame`. */
  render(output: readonly Float32Array[], contextFrame: Frames): void {
    const total = output[0]?.length ?? 0
    let done = 0
    while (done < total) {
      if (this.#envelope.isSilent) {
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
    if (this.#incoming) this.#incoming.waited += total
    this.#afterRender(contextFrame + total, total)
  }

  /** From silence: take a waiting jump, and begin when there is something to play. Answers how long silence goes on. */
  #start(contextFrame: Frames): Frames {
    if (this.#pending) this.#land(this.#pending)
    if (this.#incoming) {
      this.#present.clear()
      this.#arrive(this.#incoming)
    }
    if (!this.#wantsToPlay || this.#hasEnded || !this.#isReady()) return Infinity
    const held = this.#keepAnchor(contextFrame)
    if (held > 0) return held
    this.#isDry = false
    // The recording's own beginning is its composer's business; anywhere else a cut in would click.
    this.#envelope.begin(this.#present.frame === 0)
    return 0
  }

  /** Drops what should have sounded already; answers for how long to hold back what should not sound yet. */
  #keepAnchor(contextFrame: Frames): Frames {
    const anchor = this.#anchor
    if (!anchor) return 0
    const present = this.#present
    const behind = Math.round(
      withinLoop(anchor.frame + (contextFrame - anchor.at) * anchor.speed - present.frame, this.#loop),
    )
    if (behind < 0) return -behind
    if (behind > DROP_SECONDS * this.#sampleRate || (present.isComplete && present.available <= behind))
      this.#anchor = undefined
    else if (!present.has(behind + START_SECONDS * this.#sampleRate)) return Infinity
    else {
      this.#anchor = undefined
      present.drop(behind)
    }
    return 0
  }

  #isReady(): boolean {
    return this.#present.has((this.#isDry ? RESUME_SECONDS : START_SECONDS) * this.#sampleRate)
  }

  #isHere(incoming: Incoming): boolean {
    return incoming.group.has(this.#passed(incoming) + START_SECONDS * this.#sampleRate)
  }

  /** What of the new place has passed since it was asked for. */
  #passed({ group, keepsPlace }: Incoming): Frames {
    return keepsPlace ? Math.max(0, withinLoop(this.#present.frame - group.frame, group.loop)) : 0
  }

  #arrive(incoming: Incoming): void {
    const passed = this.#passed(incoming)
    this.#incoming = undefined
    this.#present = incoming.group
    // Where not even that is here, it is heard twice rather than waited for.
    if (this.#present.has(passed)) this.#present.drop(passed)
    this.#settleIn()
  }

  #settleIn(): void {
    this.#loop = this.#present.loop
    this.#hasEnded = false
    this.#isDry = false
    this.#reported = undefined
  }

  /** At the end: let the next source follow without a gap, if it is here. */
  #goOn(): boolean {
    const next = this.#next
    if (!next?.has(START_SECONDS * this.#sampleRate)) return false
    this.#present.sendSpent()
    this.#next = undefined
    this.#present = next
    this.#loop = undefined
    this.#reported = undefined
    return true
  }

  #runLength(wanted: Frames): Frames {
    const { available, isComplete } = this.#present
    if (this.#envelope.isUp && !isComplete && available < wanted + this.#envelope.fadeFrames) {
      if (!this.#incoming) this.#runDry()
      this.#envelope.fall()
    }
    return Math.min(wanted, available, this.#envelope.framesLeft)
  }

  #mix(output: readonly Float32Array[], at: Frames, count: Frames): void {
    for (const plane of output) plane.fill(0, at, at + count)
    this.#present.addTo(output, at, count, this.#rampGains)
    this.#envelope.shape(output, at, count)
    this.#leaving?.addTo(output, at, count, this.#rampGains)
    if (this.#leaving?.isGone) this.#forgetLeaving()
  }

  #forgetLeaving(): void {
    this.#leaving?.group.clear()
    this.#leaving = undefined
  }

  readonly #rampGains = (ramp: GainRamp, count: Frames): Float32Array => {
    if (this.#gains.length < count) this.#gains = new Float32Array(count)
    for (let i = 0; i < count; i++) this.#gains[i] = ramp.next()
    return this.#gains
  }

  /** What follows a run: a finished fade, the end of the recording, or an empty buffer. */
  #settle(run: Frames): void {
    if (this.#envelope.settle()) this.#fallSilent()
    if (this.#envelope.isSilent || this.#present.available > 0) return
    if (this.#present.isComplete && !this.#incoming) {
      if (!this.#envelope.isFalling && this.#goOn()) return
      this.#hasEnded = true
      this.#wantsToPlay = false
    } else if (run === 0 && !this.#incoming) this.#runDry()
    else if (!this.#incoming) return
    this.#fallSilent()
  }

  #runDry(): void {
    if (!this.#isDry) this.#ranDry += 1
    this.#isDry = true
  }

  #fallSilent(): void {
    this.#envelope.silence()
    this.#forgetLeaving()
  }

  #goTo(jump: Jump): void {
    const sounds = this.#wantsToPlay && this.#envelope.isUp
    if ((sounds || this.#incoming) && !this.#pending && !jump.sources) return this.#prepare(jump)
    this.#incoming?.group.clear()
    this.#incoming = undefined
    this.#pending = jump
    if (this.#envelope.isSilent) this.#land(jump)
    else this.#envelope.fall()
  }

  /** Ask for the samples of another place, and play on until they are here. */
  #prepare(jump: Jump): void {
    const { keepsPlace = true, waited = 0 } = this.#incoming ?? {}
    const group = this.#moved(this.#incoming?.group ?? this.#present, jump)
    this.#incoming?.group.clear()
    this.#incoming = { group, keepsPlace: keepsPlace && jump.frame === undefined, waited }
  }

  #land(jump: Jump): void {
    this.#pending = undefined
    const { sources } = jump
    const before = this.#present
    before.clear()
    if (sources) this.#next = undefined
    this.#present = sources
      ? this.#group(
          sources.map((source) => new MixedSource(source)),
          { frame: jump.frame ?? before.frame, jump: jump.jump, loop: jump.loop },
        )
      : this.#moved(before, jump)
    this.#settleIn()
  }

  /** The same sources at another place. */
  #moved({ sources, frame: here }: SourceGroup, { frame = here, jump, offsets, loop }: Jump): SourceGroup {
    return this.#group(
      sources.map(
        ({ id, offset, gain }, index) => new MixedSource({ id, offset: offsets?.[index] ?? offset, gain: gain.target }),
      ),
      { frame, jump, loop },
    )
  }

  #group(
    sources: readonly MixedSource[],
    place: { readonly frame: Frames; readonly jump: number; readonly loop: FrameLoop | undefined },
  ): SourceGroup {
    return new SourceGroup(sources, place, {
      ask: this.#outlets.ask,
      newToken: () => {
        this.#tokens += 1
        return this.#tokens
      },
    })
  }

  #setLoop(loop: FrameLoop | undefined): void {
    this.#loop = loop
    const group = this.#incoming?.group ?? this.#present
    if (this.#pending) this.#pending = { ...this.#pending, loop }
    else if (loop && group.frame >= loop.outFrame) this.#goTo({ frame: loop.inFrame, jump: group.jump, loop })
    else group.setLoop(loop)
  }

  /** One order for all, so that a cross-fade's two halves begin at the same sample. */
  #setGains(gains: readonly number[]): void {
    for (const { sources } of [
      this.#present,
      ...(this.#incoming ? [this.#incoming.group] : []),
      ...(this.#leaving ? [this.#leaving.group] : []),
    ]) {
      for (const [index, gain] of gains.entries()) {
        const ramp = sources[index]?.gain
        if (this.#envelope.isSilent) ramp?.jumpTo(gain)
        else ramp?.moveTo(gain, this.#envelope.fadeFrames)
      }
    }
  }

  #afterRender(contextFrame: Frames, rendered: Frames): void {
    const state: MixerState = !this.#envelope.isSilent
      ? 'playing'
      : this.#hasEnded
        ? 'ended'
        : this.#wantsToPlay
          ? 'waiting'
          : 'paused'
    this.#sinceReport += rendered
    if (state === this.#reported && (state === 'paused' || state === 'ended' || this.#sinceReport < REPORT_FRAMES))
      return
    this.#reported = state
    this.#sinceReport = 0
    const { frame, jump, queued, sources } = this.#present
    this.#present.sendSpent()
    this.#outlets.report({
      kind: 'report',
      state,
      frame,
      time: contextFrame / this.#sampleRate,
      jump,
      queued,
      ranDry: this.#ranDry,
      peaks: sources.map((source) => source.takePeak()),
    })
  }
}

/** In a loop the nearer way round counts. */
function withinLoop(frames: Frames, loop: FrameLoop | undefined): Frames {
  if (!loop) return frames
  const length = loop.outFrame - loop.inFrame
  const round = ((frames % length) + length) % length
  return round > length / 2 ? round - length : round
}
