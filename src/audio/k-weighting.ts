import { type ChannelLayout, speakersOf } from '#audio/speakers.ts'
import type { Hertz } from '#shared/units.ts'

/** The two pre-filters of ITU-R BS.1770-4: a shelf that models the head, and a high-pass (numerator 1, -2, 1). */
export interface KWeighting {
  readonly shelf: readonly [b0: number, b1: number, b2: number, a1: number, a2: number]
  readonly highPass: readonly [a1: number, a2: number]
}

/**
 * The standard has coefficients for 48 kHz only; these are the same analogue filters at any rate. The constants
 * reproduce the standard's tables to the last digit.
 * @see ITU-R BS.1770-4, annex 1, tables 1 and 2
 */
export function kWeighting(sampleRate: Hertz): KWeighting {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const shelfQ = 0.7071752369554196
  const gain = 10 ** (3.999843853973347 / 20)
  const band = gain ** 0.4996667741545416
  const shelfA0 = 1 + shelfK / shelfQ + shelfK * shelfK
  const passK = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const passQ = 0.5003270373238773
  const passA0 = 1 + passK / passQ + passK * passK
  return {
    shelf: [
      (gain + (band * shelfK) / shelfQ + shelfK * shelfK) / shelfA0,
      (2 * (shelfK * shelfK - gain)) / shelfA0,
      (gain - (band * shelfK) / shelfQ + shelfK * shelfK) / shelfA0,
      (2 * (shelfK * shelfK - 1)) / shelfA0,
      (1 - shelfK / shelfQ + shelfK * shelfK) / shelfA0,
    ],
    highPass: [(2 * (passK * passK - 1)) / passA0, (1 - passK / passQ + passK * passK) / passA0],
  }
}

/** +1.5 dB for loudspeakers between 60° and 120° to the side, at the height of the ears. */
const SURROUND = 1.41
const WEIGHTS: Readonly<Record<string, number>> = {
  LFE: 0,
  LFE2: 0,
  Ls: SURROUND,
  Rs: SURROUND,
  Lw: SURROUND,
  Rw: SURROUND,
}
/** More channels without names all have equal weight. */
const MOST_UNNAMED = 8

/**
 * Each channel's weight in the loudness. Without names, up to eight channels are those of the usual order.
 * @see ITU-R BS.1770-5, annex 1, table 3, and annex 3, table 4
 */
export function channelWeights(layout: ChannelLayout): readonly number[] {
  const names = layout.speakers || layout.channels <= MOST_UNNAMED ? speakersOf(layout) : undefined
  return Array.from({ length: layout.channels }, (_, channel) => WEIGHTS[names?.[channel] ?? ''] ?? 1)
}
