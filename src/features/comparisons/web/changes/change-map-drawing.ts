import { COMPARISON_BANDS } from '#audio/comparison-result.ts'
import type { ComparisonMap } from '#audio/comparison-map-file.ts'
import type { Seconds } from '#shared/units.ts'

/** The part of a canvas context that drawing needs. */
export type StripCanvas = Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'globalAlpha'>

export interface StripView {
  /** Device pixels. */
  readonly width: number
  readonly height: number
  readonly from: Seconds
  readonly secondsPerColumn: Seconds
}

/** A difference of this many dB is drawn in full. */
const FULL_DECIBELS = 9
/** Residuals below this level, relative to the first version, are not drawn. */
const FAINTEST_DECIBELS = -70
const MAP_SHARE = 0.58

/** Upper part: how much each band (low at the bottom) differs in each second. Lower part: the level of the residual. */
export function drawChangeMap(
  canvas: StripCanvas,
  map: ComparisonMap,
  { width, height, from, secondsPerColumn }: StripView,
  ink: string,
): void {
  const bandHeight = (height * MAP_SHARE) / COMPARISON_BANDS
  const middle = height * (MAP_SHARE + (1 - MAP_SHARE) / 2)
  const half = (height * (1 - MAP_SHARE)) / 2 - 2
  canvas.fillStyle = ink
  for (let column = 0; column < width;) {
    const second = Math.floor(from + column * secondsPerColumn)
    // All columns of one second look the same, so draw one rectangle.
    const end = Math.max(column + 1, Math.min(width, Math.ceil((second + 1 - from) / secondsPerColumn)))
    if (second >= 0 && second < map.seconds) {
      for (let band = 0; band < COMPARISON_BANDS; band++) {
        const strength = strengthOf(map.level(second, band))
        if (strength === 0) continue
        canvas.globalAlpha = strength
        canvas.fillRect(
          column,
          Math.round((COMPARISON_BANDS - 1 - band) * bandHeight),
          end - column,
          Math.ceil(bandHeight),
        )
      }
      canvas.globalAlpha = 1
      const residual = half * residualShare(map.residual(second))
      if (residual > 0)
        canvas.fillRect(column, Math.round(middle - residual), end - column, Math.max(1, Math.round(residual * 2)))
    }
    column = end
  }
}

/** 0 (invisible) to 1. */
export function strengthOf(level: number): number {
  const much = Math.abs(level)
  return Number.isNaN(much) || much < 0.5 ? 0 : Math.min(1, much / FULL_DECIBELS)
}

/**
 * Share of the height: the square root of the amplitude, so that small residuals stay visible and large ones differ.
 */
export function residualShare(residual: number): number {
  return Number.isNaN(residual) || residual < FAINTEST_DECIBELS ? 0 : Math.min(1, 10 ** (residual / 40))
}

/** The second with the largest residual; undefined if there is none. */
export function mostAt(map: ComparisonMap): Seconds | undefined {
  let most: number | undefined
  for (let second = 0; second < map.seconds; second++) {
    const residual = map.residual(second)
    if (residualShare(residual) > 0 && (most === undefined || residual > map.residual(most))) most = second
  }
  return most
}
