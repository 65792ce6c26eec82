import type { Frames, Hertz } from '#shared/units.ts'
import { Envelope } from './envelope.ts'
import type { GainRamp } from './gain-ramp.ts'
import { OutgoingFade } from './outgoing-fade.ts'
import { MixedSource } from './mixed-source.ts'
import { ownFrame, type SourcePlacement } from './source-placement.ts'
import type {
  AnchorOrder,
  ClockOrder,
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
  /** If omitted, continue from the present position. */
  readonly frame?: Frames
  readonly jump: number
  /** Play these sources instead of the present ones. */
  readonly sources?: readonly LoadedSource[]
  /** New places and gains of the present sources. */
  readonly places?: readonly SourcePlacement[]
  readonly gains?: readonly number[]
  /** `frame` is the present position on a new clock: time that passes meanwhile counts. */
  readonly isPresent?: boolean
  readonly loop?: FrameLoop | undefined
}

/** A position to jump to; the old one plays until the new samples have arrived. */
interface Incoming {
  readonly group: SourceGroup
  /**
   * The same position with other settings: the frame that played when it was requested. Frames that pass meanwhile are
   * skipped.
   */
  readonly since: Frames | undefined
  /** Frames played at the old position since. */
  waited: Frames
}

export interface MixerOutlets {
  readonly report: (report: MixerReport) => void
  readonly ask: (message: MixerToFeeder, transfer: ArrayBuffer[]) => void
}

/** Buffered before sound starts, and before it resumes after an underrun. */
const START_SECONDS = 0.08
const RESUME_SECONDS = 0.75
/**
 * How long the old position plays while the new one is fetched; after that, silence shows that something is loading.
 */
const WAIT_SECONDS = 0.2
const REPORT_FRAMES = 2048
/** What the old and the new clock must have in common so that the new one's samples arrive in time after a seam. */
const TURN_SECONDS = 0.5
/** Further behind than this, dropping frames does not help: the page seeks instead. */
const DROP_SECONDS = 5

/**
 * Mixes sources in sample lock, on the audio thread's clock. One envelope fades starts (except at frame 0), stops and
 * underruns; a jump during playback is a cross-fade of the same length. In between, with every gain at unity, samples
 * pass unchanged.
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
        this.#goTo({ ...this.#pending, jump: message.jump, places: message.places, loop: this.#loop })
        break
      case 'clock':
        this.#anchor = undefined
        this.#turn(message)
    }
  }

  accept(message: FeederToMixer): void {
    for (const group of [this.#present, this.#incoming?.group, this.#next]) if (group?.accept(message)) return
  }

  /** Silent, with no fade in progress. */
  get isSilent(): boolean {
    return this.#envelope.isSilent
  }

  /** Everything in the last mix is mono, played on both sides. */
  get isMono(): boolean {
    return Math.max(this.#present.heardChannels, this.#leaving?.group.heardChannels ?? 0) === 1
  }

  /** Playing, and about to jump: the new samples have arrived or the wait is over. Call `jump` next. */
  get isJumpDue(): boolean {
    const incoming = this.#incoming
    if (!incoming || this.#leaving || !this.#envelope.isUp) return false
    return this.#isHere(incoming) || incoming.waited >= WAIT_SECONDS * this.#sampleRate
  }

  /**
   * Jumps at the next sample. With `isCovered`, the caller fades out the old sound; otherwise it is cross-faded here.
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

  /** Fills `output[channel]`; its first frame plays at context frame `contextFrame`. */
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

  /**
   * From silence: performs a waiting jump, and starts if there are samples. Returns how many frames of silence follow.
   */
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
    // The recording's own beginning is left as it is; anywhere else a hard start would click.
    this.#envelope.begin(this.#present.frame === 0)
    return 0
  }

  /** Drops frames that are late; returns how many frames to wait if they are early. */
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

  /** Frames of the new position that have passed since the request. */
  #passed({ since }: Incoming): Frames {
    return since === undefined ? 0 : Math.max(0, withinLoop(this.#present.frame - since, this.#present.loop))
  }

  #arrive(incoming: Incoming): void {
    const passed = this.#passed(incoming)
    this.#incoming = undefined
    this.#present = incoming.group
    // If those have not arrived, they play late rather than cause a wait.
    if (this.#present.has(passed)) this.#present.drop(passed)
    this.#settleIn()
  }

  #settleIn(): void {
    this.#loop = this.#present.loop
    this.#hasEnded = false
    this.#isDry = false
    this.#reported = undefined
  }

  /** At the end: continues with the next source without a gap, if it has arrived. */
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

  /** Requests the samples of another position, and plays on until they arrive. */
  #prepare(jump: Jump): void {
    const { since, waited } = this.#incoming ?? { since: this.#present.frame, waited: 0 }
    const group = this.#moved(this.#incoming?.group ?? this.#present, jump)
    this.#incoming?.group.clear()
    this.#incoming = { group, since: jump.frame === undefined || jump.isPresent ? since : undefined, waited }
  }

  /** Where the new clock's source plays already, its own frame is the position; otherwise the ordered one. */
  #turn({ source, frame, places, gains, jump, loop }: ClockOrder): void {
    const group = this.#incoming?.group ?? this.#present
    const placement = group.sources[source]?.placement
    const own = this.#pending?.frame !== undefined || !placement ? undefined : ownFrame(placement, group.frame)
    const isAlone = !this.#incoming && !this.#pending && !this.#leaving
    if (own !== undefined && isAlone) {
      const least = this.#envelope.isSilent ? START_SECONDS : TURN_SECONDS
      if (group.turn({ places, jump, loop }, own - group.frame, least * this.#sampleRate)) {
        this.#loop = loop
        this.#reported = undefined
        return this.#setGains(gains)
      }
    }
    // Where it is in its place already, it is heard at once; the jump then changes nothing that sounds.
    if (own !== undefined && isAlone) this.#setGains(gains)
    this.#goTo({ ...this.#pending, frame: own ?? frame, isPresent: own !== undefined, places, gains, jump, loop })
  }

  #land(jump: Jump): void {
    this.#pending = undefined
    const { sources } = jump
    const before = this.#present
    before.clear()
    if (sources) this.#next = undefined
    this.#present = sources
      ? this.#group(
          sources.map(
            (source, i) => new MixedSource({ ...source, ...jump.places?.[i], gain: jump.gains?.[i] ?? source.gain }),
          ),
          { frame: jump.frame ?? before.frame, jump: jump.jump, loop: jump.loop },
        )
      : this.#moved(before, jump)
    this.#settleIn()
  }

  /** The same sources at another position. */
  #moved({ sources, frame: here }: SourceGroup, { frame = here, jump, places, gains, loop }: Jump): SourceGroup {
    return this.#group(
      sources.map(
        ({ id, placement, gain }, index) =>
          new MixedSource({ id, ...(places?.[index] ?? placement), gain: gains?.[index] ?? gain.target }),
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

  /** One order for all, so that both halves of a cross-fade begin at the same sample. */
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

/** In a loop, the shorter way round counts. */
function withinLoop(frames: Frames, loop: FrameLoop | undefined): Frames {
  if (!loop) return frames
  const length = loop.outFrame - loop.inFrame
  const round = ((frames % length) + length) % length
  return round > length / 2 ? round - length : round
}
