import type { Frames } from '#shared/units.ts'
import type { LazySamples } from '../lazy-samples.ts'
import type { PeaksSource } from '../peaks-source.ts'
import { fillFromSamples, SAMPLES_BELOW } from './sample-columns.ts'
import type { SampleBlocks } from '../sample-source.ts'
import { waveColumns, type WaveColumns } from './wave-columns.ts'
import { levelFor, tilesFor } from './wave-tiles.ts'
import { endFrame, type WaveView } from '../view/wave-view.ts'

/** The picture of a view: columns, or single samples at close zoom. */
export interface WavePicture {
  readonly channels: number
  /** `isFine`: too few samples per column for a meaningful RMS. */
  readonly columns: WaveColumns & { readonly isFine: boolean }
  readonly lines?: { readonly startFrame: Frames; readonly framesPerColumn: number; readonly blocks: SampleBlocks }
}

const FINE_BELOW = 16

/**
 * The picture from what has loaded; requests what is missing. Also requests half a view of peaks and a quarter of
 * samples beyond the edges, so that scrolling does not wait. Undefined before the peaks' header has loaded.
 */
export function wavePicture(
  view: WaveView,
  width: number,
  peaks: PeaksSource,
  samples: LazySamples | undefined,
): WavePicture | undefined {
  const { header } = peaks
  if (!header) return undefined
  const framesPerColumn = (view.framesPerPx * view.widthPx) / width
  const span = { startFrame: view.startFrame, framesPerColumn, count: width }
  askForPeaks(view, framesPerColumn, peaks)
  const blocks = framesPerColumn < SAMPLES_BELOW ? askForSamples(view, samples) : undefined
  const isWhole = blocks !== undefined && isHere(view, blocks)
  if (isWhole && framesPerColumn < 1)
    return { channels: header.channels, columns: { ...nothing, isFine: true }, lines: { ...span, blocks } }
  const columns = waveColumns(header, span, (level, tile) => peaks.tile(level, tile))
  if (blocks) fillFromSamples(columns, span, blocks)
  return { channels: header.channels, columns: { ...columns, isFine: isWhole && framesPerColumn < FINE_BELOW } }
}

const nothing: WaveColumns = { count: 0, min: [], max: [], rms: [], known: new Uint8Array() }

function askForPeaks(view: WaveView, framesPerColumn: number, peaks: PeaksSource): void {
  const levels = peaks.header?.levels ?? []
  const level = levelFor(levels, framesPerColumn)
  const layout = levels[level]
  const margin = (endFrame(view) - view.startFrame) / 2
  if (layout) peaks.need(level, tilesFor(layout, view.startFrame - margin, endFrame(view) + margin))
}

function askForSamples(view: WaveView, samples: LazySamples | undefined): SampleBlocks | undefined {
  const source = samples?.source()
  const blocks = source?.blocks()
  const margin = (endFrame(view) - view.startFrame) / 4
  if (blocks) source?.need(Math.max(0, view.startFrame - margin), Math.min(blocks.totalFrames, endFrame(view) + margin))
  return blocks
}

function isHere(view: WaveView, { blockFrames, totalFrames, planes }: SampleBlocks): boolean {
  const end = Math.min(totalFrames, endFrame(view))
  for (let block = Math.max(0, Math.floor(view.startFrame / blockFrames)); block * blockFrames < end; block++)
    if (!planes(block)) return false
  return true
}
