// Load only in the disposable child process.
import { AV_SAMPLE_FMT_DBLP } from 'node-av/constants'
import type { AVSampleFormat } from 'node-av/constants'
import { FFmpegError, SoftwareResampleContext } from 'node-av/lib'
import type { Frame } from 'node-av/lib'
import type { Frames, Hertz } from '#shared/units.ts'

/**
 * A Kaiser window of β 16 with 512 taps at the lower rate: flat within 0.001 dB up to 0.93 of the lower Nyquist
 * frequency, images and aliases below −140 dB (measured in sample-converter.test.ts).
 */
const FILTER = { filter_size: 512, kaiser_beta: 16, cutoff: 0.965 }

export interface ConvertedShape {
  readonly sampleRate: Hertz
  readonly channels: number
}

/** The length of a recording at another rate: the last frame begins before the recording ends. */
export function framesAt(totalFrames: Frames, from: Hertz, to: Hertz): Frames {
  return Math.ceil((totalFrames * to) / from)
}

/** Converts decoded frames to another rate and sample format, without delay and with an exact length. */
export class SampleConverter {
  readonly #context = new SoftwareResampleContext()
  readonly #from: Hertz
  readonly #to: ConvertedShape
  readonly #frameBytes: number
  readonly #take: (samples: Buffer, frames: Frames) => void
  #buffer: Buffer = Buffer.alloc(0)
  #read: Frames = 0
  #written: Frames = 0

  /** `take` gets interleaved samples in `format`, valid only during the call. */
  constructor(
    first: Frame,
    to: ConvertedShape & { readonly format: AVSampleFormat; readonly sampleBytes: number },
    take: (samples: Buffer, frames: Frames) => void,
  ) {
    this.#from = first.sampleRate
    this.#to = to
    this.#frameBytes = to.sampleBytes * to.channels
    this.#take = take
    const layout = { nbChannels: first.channels, order: first.channelLayout.order, mask: first.channelLayout.mask }
    check(
      this.#context.allocSetOpts2(
        layout,
        to.format,
        to.sampleRate,
        layout,
        first.format as AVSampleFormat,
        first.sampleRate,
      ),
      'set up conversion',
    ) // decoded audio has a sample format
    if (to.sampleRate !== first.sampleRate) {
      check(this.#context.setOption('internal_sample_fmt', AV_SAMPLE_FMT_DBLP), 'compute in double precision')
      check(this.#context.setOption('filter_size', FILTER.filter_size), 'long filter')
      check(this.#context.setOption('kaiser_beta', FILTER.kaiser_beta), 'window')
      check(this.#context.setOption('cutoff', FILTER.cutoff), 'cutoff')
      check(this.#context.setOption('filter_type', 2), 'Kaiser window')
      check(this.#context.setOption('exact_rational', true), 'exact ratio')
    }
    check(this.#context.init(), 'begin conversion')
  }

  add(frame: Frame): void {
    const planes = frame.extendedData ?? frame.data
    if (!planes) return
    this.#read += frame.nbSamples
    this.#convert(planes, frame.nbSamples)
  }

  /** Flushes, cutting or padding with silence to the exact length, and returns that length. */
  finish(): Frames {
    const exact = framesAt(this.#read, this.#from, this.#to.sampleRate)
    while (this.#written < exact && this.#convert(null, 0) > 0);
    while (this.#written < exact) this.#give(Buffer.alloc(Math.min(4096, exact - this.#written) * this.#frameBytes))
    return exact
  }

  #convert(planes: Buffer[] | null, frames: Frames): number {
    const capacity = framesAt(frames, this.#from, this.#to.sampleRate) + 4096
    if (this.#buffer.length < capacity * this.#frameBytes) this.#buffer = Buffer.alloc(capacity * this.#frameBytes)
    const made = check(this.#context.convertSync([this.#buffer], capacity, planes, frames), 'convert')
    this.#give(this.#buffer.subarray(0, made * this.#frameBytes))
    return made
  }

  #give(samples: Buffer): void {
    const most = Math.max(0, framesAt(this.#read, this.#from, this.#to.sampleRate) - this.#written)
    const frames = Math.min(most, samples.length / this.#frameBytes)
    if (frames === 0) return
    this.#written += frames
    this.#take(samples.subarray(0, frames * this.#frameBytes), frames)
  }
}

function check(code: number, action: string): number {
  if (code < 0) throw new Error(`${action}: ${FFmpegError.strerror(code)}`)
  return code
}
