// Loaded in the disposable child only.
import type { Frame } from 'node-av/lib'
import { encodeWaveformHeader, WAVEFORM_HEADER_BYTES } from '#audio/waveform-data.ts'
import { WaveformPoints } from '#audio/waveform-points.ts'
import { type DecodedShape, shapeOf } from '#server/media/audio-pass.ts'
import type { ChildOutput } from '#server/media/child-output.ts'
import { OutputWriter } from '#server/media/output-writer.ts'
import type { MadeRendition, RenditionMaker } from '#server/media/rendition-spec.ts'
import type { Frames } from '#shared/units.ts'

/** A waveform as audiowaveform draws it, 16 bit. */
export class WaveformRendition implements RenditionMaker {
  readonly #shape: DecodedShape
  readonly #samplesPerPixel: Frames
  readonly #writer: OutputWriter
  readonly #points: WaveformPoints
  #totalFrames: Frames = 0

  constructor(
    first: Frame,
    { samplesPerPixel, split }: { readonly samplesPerPixel: Frames; readonly split: boolean },
    output: ChildOutput,
  ) {
    this.#shape = shapeOf(first)
    this.#samplesPerPixel = samplesPerPixel
    this.#writer = new OutputWriter(output, 'rendition', WAVEFORM_HEADER_BYTES)
    this.#points = new WaveformPoints({ channels: first.channels, samplesPerPixel, split }, (points) =>
      this.#writer.append(points),
    )
  }

  add(frame: Frame): void {
    const { layout, channels } = this.#shape
    const planes = (layout.planar ? (frame.extendedData ?? frame.data) : frame.data) ?? []
    const frames = frame.nbSamples
    this.#totalFrames += frames
    this.#points.add(channelsAs16Bit(planes, frames, channels, this.#shape), frames)
  }

  finish(): MadeRendition {
    const { sampleRate, channels } = this.#shape
    const { length, outputChannels } = this.#points.finish()
    this.#writer.finish(
      encodeWaveformHeader({
        bits: 16,
        sampleRate,
        samplesPerPixel: this.#samplesPerPixel,
        length,
        channels: outputChannels,
      }),
    )
    return { sampleRate, channels, totalFrames: this.#totalFrames, clippedSamples: 0 }
  }
}

/**
 * `[channel][frame]` in 16 bit: integers lose their lower bits, floats are scaled by 32767 and cut, as audiowaveform
 * reads them.
 */
function channelsAs16Bit(
  planes: readonly Buffer[],
  frames: Frames,
  channels: number,
  { layout: { kind, planar } }: DecodedShape,
): readonly Int16Array[] {
  return Array.from({ length: channels }, (_, channel) => {
    const bytes = planes[planar ? channel : 0] ?? Buffer.alloc(0)
    const [first, step] = planar ? [0, 1] : [channel, channels]
    const made = new Int16Array(frames)
    const { buffer, byteOffset } = bytes
    if (kind === 'u8') for (let i = 0; i < frames; i++) made[i] = ((bytes[first + i * step] ?? 128) - 128) * 256
    else if (kind === 's16') fill(made, new Int16Array(buffer, byteOffset), first, step, (value) => value)
    else if (kind === 's32') fill(made, new Int32Array(buffer, byteOffset), first, step, (value) => value >> 16)
    else
      fill(
        made,
        kind === 'f32' ? new Float32Array(buffer, byteOffset) : new Float64Array(buffer, byteOffset),
        first,
        step,
        fromFloat,
      )
    return made
  })
}

function fill(
  made: Int16Array,
  from: Int16Array | Int32Array | Float32Array | Float64Array,
  first: number,
  step: number,
  convert: (value: number) => number,
): void {
  for (let i = 0; i < made.length; i++) made[i] = convert(from[first + i * step] ?? 0)
}

/** Beyond full scale it is held there; audiowaveform leaves that undefined. */
function fromFloat(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.trunc(Math.fround(Math.fround(value) * 32_767)))) || 0
}
