import type { Frames, Hertz } from '#shared/units.ts'
import { FADE_SECONDS } from './envelope.ts'
import { GainRamp } from './gain-ramp.ts'
import { LevelMeter } from './level-meter.ts'
import { ListenMatrix } from './listen-matrix.ts'
import type { Mixer } from './mixer.ts'
import { DIM_DECIBELS } from './monitoring.ts'
import type { ChainOrder, MixerReport, MixerToPage } from '../player-messages.ts'
import { TimeStretch } from './time-stretch.ts'

const READ_SECONDS = 1 / 30

/**
 * From the mixer to the loudspeaker: meter, speed, monitoring, volume. At speed 1, both sides and full volume, samples
 * are unchanged. The meter comes first, because it measures the recording and not the monitoring.
 */
export class OutputChain {
  readonly #sampleRate: Hertz
  readonly #mixer: Mixer
  readonly #stretch: TimeStretch
  readonly #matrix: ListenMatrix
  readonly #meter: LevelMeter
  readonly #master = new GainRamp(1)
  readonly #fadeFrames: Frames
  readonly #tell: (message: MixerToPage) => void
  #volume = 1
  #isDimmed = false
  #isMetering = false
  #sinceReading: Frames = 0
  #contextFrame: Frames = 0
  #report?: MixerReport
  /** Frames mixed since the last report. */
  #sinceReport: Frames = 0

  constructor(mixer: Mixer, channels: number, sampleRate: Hertz, tell: (message: MixerToPage) => void) {
    this.#mixer = mixer
    this.#sampleRate = sampleRate
    this.#tell = tell
    this.#fadeFrames = Math.round(FADE_SECONDS * sampleRate)
    this.#stretch = new TimeStretch(channels, sampleRate, (planes) => this.#pull(planes))
    this.#matrix = new ListenMatrix(channels, this.#fadeFrames)
    this.#meter = new LevelMeter(channels, sampleRate)
  }

  /** Holds the mixer's report until the chain knows how much of it has been played. */
  readonly hearMixer = (report: MixerReport): void => {
    this.#report = report
    this.#sinceReport = 0
  }

  order(order: ChainOrder): void {
    switch (order.kind) {
      case 'speed':
        this.#stretch.setSpeed(order.speed)
        break
      case 'master':
        this.#volume = order.gain
        this.#moveMaster()
        break
      case 'monitoring':
        this.#isDimmed = order.monitoring.isDimmed
        this.#matrix.set(order.monitoring, order.hasRest, order.speakers)
        this.#moveMaster()
        break
      case 'meter':
        if (order.clear) this.#meter.clear()
        if (order.isOn && !this.#isMetering) this.#meter.restart()
        this.#isMetering = order.isOn
    }
  }

  /** Fills `output[channel]`; its first frame plays at context frame `contextFrame`. */
  render(output: readonly Float32Array[], contextFrame: Frames): void {
    const total = output[0]?.length ?? 0
    this.#contextFrame = contextFrame
    if (this.#mixer.isJumpDue) this.#mixer.jump(this.#stretch.flush())
    this.#stretch.render(output)
    this.#matrix.apply(output, 0, total)
    this.#turnDown(output, total)
    this.#tellReport(contextFrame + total)
    this.#sinceReading += total
    if (this.#isMetering && this.#sinceReading >= READ_SECONDS * this.#sampleRate) {
      this.#sinceReading = 0
      this.#tell({ kind: 'reading', reading: this.#mixer.isSilent ? null : this.#meter.read() })
    }
  }

  #pull(planes: readonly Float32Array[]): void {
    const total = planes[0]?.length ?? 0
    const wasSilent = this.#mixer.isSilent
    this.#sinceReport += total
    this.#mixer.render(planes, this.#contextFrame)
    if (!this.#isMetering || (wasSilent && this.#mixer.isSilent)) return
    if (wasSilent) this.#meter.restart()
    this.#meter.push(planes, 0, total, this.#mixer.isMono)
  }

  #turnDown(output: readonly Float32Array[], total: Frames): void {
    if (this.#master.isUnity) return
    for (let i = 0; i < total; i++) {
      const gain = this.#master.next()
      for (const plane of output) plane[i] = (plane[i] ?? 0) * gain
    }
  }

  #tellReport(contextFrame: Frames): void {
    const report = this.#report
    if (!report) return
    this.#report = undefined
    const { speed } = this.#stretch
    // At speed 1 the mixer's own figures are exact, also within a block.
    if (speed === 1 && this.#stretch.lag === 0) this.#tell(report)
    else {
      const frame = report.frame + (report.state === 'playing' ? this.#sinceReport - this.#stretch.lag : 0)
      this.#tell({ ...report, frame: Math.max(0, frame), time: contextFrame / this.#sampleRate, speed })
    }
  }

  #moveMaster(): void {
    const gain = this.#volume * (this.#isDimmed ? 10 ** (DIM_DECIBELS / 20) : 1)
    if (this.#mixer.isSilent) this.#master.jumpTo(gain)
    else this.#master.moveTo(gain, this.#fadeFrames)
  }
}
