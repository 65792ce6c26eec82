import type { Frames } from '#shared/units.ts'
import type { SampleBlocks } from '../sample-source.ts'
import { lane, type WaveBox } from './wave-drawing.ts'

/** The part of a canvas context that drawing single samples needs. */
export type LineCanvas = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'strokeStyle' | 'lineWidth' | 'lineJoin' | 'fillStyle' | 'fillRect'
>

/** Which samples to draw, and the size of a device pixel. */
export interface SampleSpan {
  readonly startFrame: Frames
  readonly framesPerColumn: number
  readonly pixelRatio: number
}

/** From this many CSS pixels between them, samples are marked as points. */
const POINTS_FROM_PX = 6
const LARGE_FROM_PX = 16

/** Draws samples joined by straight lines, and as points if there is space. Missing samples leave a gap. */
export function drawSampleLines(
  canvas: LineCanvas,
  box: WaveBox,
  { startFrame, framesPerColumn, pixelRatio }: SampleSpan,
  blocks: SampleBlocks,
  channels: number,
  ink: string,
): void {
  const first = Math.max(0, Math.floor(startFrame) - 1)
  const end = Math.min(blocks.totalFrames, Math.ceil(startFrame + box.width * framesPerColumn) + 2)
  const hasPoints = 1 / framesPerColumn >= POINTS_FROM_PX * pixelRatio
  const point = Math.round((1 / framesPerColumn >= LARGE_FROM_PX * pixelRatio ? 5 : 3) * pixelRatio)
  canvas.strokeStyle = ink
  canvas.fillStyle = ink
  canvas.lineWidth = 1.25 * pixelRatio
  canvas.lineJoin = 'round'
  for (let channel = 0; channel < channels; channel++) {
    const { middle, half } = lane(box, channels, channel)
    let isDrawing = false
    canvas.beginPath()
    for (let frame = first; frame < end; frame++) {
      const sample = blocks.planes(Math.floor(frame / blocks.blockFrames))?.[channel]?.[frame % blocks.blockFrames]
      const x = (frame - startFrame) / framesPerColumn
      const y = middle - (sample ?? 0) * half
      if (sample === undefined) isDrawing = false
      else if (isDrawing) canvas.lineTo(x, y)
      else canvas.moveTo(x, y)
      if (sample === undefined) continue
      isDrawing = true
      if (hasPoints) canvas.fillRect(Math.round(x) - (point >> 1), Math.round(y) - (point >> 1), point, point)
    }
    canvas.stroke()
  }
}
