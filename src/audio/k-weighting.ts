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

// Speaker bits of a WAVE channel mask.
const LOW_FREQUENCY = 0x8
const BACK = 0x30
const SIDE = 0x600
const LOW_FREQUENCY_2 = 0x800000000

/** The usual meaning of each number of channels, for files without a speaker mask. */
const USUAL_MASKS: Readonly<Record<number, number>> = {
  1: 0x4,
  2: 0x3,
  3: 0x7,
  4: 0x33,
  5: 0x37,
  6: 0x3f,
  7: 0x10f | SIDE,
  8: 0x3f | SIDE,
}

/**
 * Each channel's weight: +1.5 dB for surrounds between 60° and 120°, zero for the low-frequency channel. `mask` is a
 * WAVE speaker mask, 0 if unknown. More than eight unnamed channels all have equal weight.
 */
export function channelWeights(channels: number, mask: number): readonly number[] {
  const speakers = speakersOf(mask || (USUAL_MASKS[channels] ?? 0))
  if (speakers.length !== channels) return Array.from({ length: channels }, () => 1)
  const hasSides = speakers.some((bit) => (SIDE & bit) !== 0)
  return speakers.map((bit) => {
    if (bit === LOW_FREQUENCY || bit === LOW_FREQUENCY_2) return 0
    return (SIDE & bit) !== 0 || (!hasSides && (BACK & bit) !== 0) ? SURROUND : 1
  })
}

const SURROUND = 1.41

function speakersOf(mask: number): readonly number[] {
  const bits: number[] = []
  for (let bit = 1; bit <= mask && bit < 2 ** 40; bit *= 2) if (Math.floor(mask / bit) % 2 === 1) bits.push(bit)
  return bits
}
