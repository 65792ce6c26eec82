/**
 * Discrete Fourier transform of one size, a power of two, in place: `re` and `im` hold the signal and then its
 * spectrum. Unscaled: `inverse` after `forward` multiplies the signal by the size.
 */
export class Fft {
  readonly size: number
  readonly #tables: FftTables

  constructor(size: number) {
    if (size < 2 || (size & (size - 1)) !== 0) throw new RangeError(`${size} is no power of two`)
    this.size = size
    this.#tables = tablesOf(size)
  }

  forward(re: Float64Array, im: Float64Array): void {
    const { pairs, last } = this.#tables
    this.#swap(re, im)
    this.#firstTwoStages(re, im)
    let length = 8
    for (const twiddles of pairs) {
      this.#twoStages(re, im, length / 2, twiddles)
      length *= 4
    }
    if (last) this.#stage(re, im, length / 2, last)
  }

  /** Swapping real and imaginary parts turns the forward transform into the inverse. */
  inverse(re: Float64Array, im: Float64Array): void {
    this.forward(im, re)
  }

  #swap(re: Float64Array, im: Float64Array): void {
    const { swaps } = this.#tables
    for (let k = 0; k < swaps.length; k += 2) {
      const i = swaps[k] as number // the table holds pairs
      const j = swaps[k + 1] as number
      const r = re[i] as number // every index here and below is in bounds by construction
      const m = im[i] as number
      re[i] = re[j] as number
      im[i] = im[j] as number
      re[j] = r
      im[j] = m
    }
  }

  /** Stages of length two and four need no multiplications. */
  #firstTwoStages(re: Float64Array, im: Float64Array): void {
    if (this.size === 2) return butterfly(re, im, 0, 1)
    for (let i = 0; i < this.size; i += 4) {
      butterfly(re, im, i, i + 1)
      butterfly(re, im, i + 2, i + 3)
      butterfly(re, im, i, i + 2)
      const r = im[i + 3] as number
      const m = -(re[i + 3] as number)
      re[i + 3] = (re[i + 1] as number) - r
      im[i + 3] = (im[i + 1] as number) - m
      re[i + 1] = (re[i + 1] as number) + r
      im[i + 1] = (im[i + 1] as number) + m
    }
  }

  /** This stage and the next in one pass over memory, which dominates the time. */
  #twoStages(re: Float64Array, im: Float64Array, quarter: number, twiddles: Float64Array): void {
    for (let start = 0; start < this.size; start += 4 * quarter) {
      for (let k = 0, turn = 0; k < quarter; k++, turn += 4) {
        const i = start + k
        const j = i + quarter
        const p = j + quarter
        const q = p + quarter
        const c = twiddles[turn] as number
        const s = twiddles[turn + 1] as number
        const c1 = twiddles[turn + 2] as number
        const s1 = twiddles[turn + 3] as number
        const jr = re[j] as number
        const ji = im[j] as number
        const qr = re[q] as number
        const qi = im[q] as number
        const ir = re[i] as number
        const ii = im[i] as number
        const pr = re[p] as number
        const pi = im[p] as number
        const r1 = jr * c1 - ji * s1
        const m1 = jr * s1 + ji * c1
        const r3 = qr * c1 - qi * s1
        const m3 = qr * s1 + qi * c1
        const b0r = pr + r3
        const b0i = pi + m3
        const b1r = pr - r3
        const b1i = pi - m3
        const tr = b0r * c - b0i * s
        const ti = b0r * s + b0i * c
        // A quarter turn: times -i.
        const ur = b1r * s + b1i * c
        const ui = b1i * s - b1r * c
        re[i] = ir + r1 + tr
        im[i] = ii + m1 + ti
        re[p] = ir + r1 - tr
        im[p] = ii + m1 - ti
        re[j] = ir - r1 + ur
        im[j] = ii - m1 + ui
        re[q] = ir - r1 - ur
        im[q] = ii - m1 - ui
      }
    }
  }

  #stage(re: Float64Array, im: Float64Array, half: number, twiddles: Float64Array): void {
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let k = 0; k < half; k++) {
        const i = start + k
        const j = i + half
        const c = twiddles[2 * k] as number
        const s = twiddles[2 * k + 1] as number
        const a = re[j] as number
        const b = im[j] as number
        const r = a * c - b * s
        const m = a * s + b * c
        const x = re[i] as number
        const y = im[i] as number
        re[j] = x - r
        im[j] = y - m
        re[i] = x + r
        im[i] = y + m
      }
    }
  }
}

function butterfly(re: Float64Array, im: Float64Array, i: number, j: number): void {
  const r = re[j] as number
  const m = im[j] as number
  re[j] = (re[i] as number) - r
  im[j] = (im[i] as number) - m
  re[i] = (re[i] as number) + r
  im[i] = (im[i] as number) + m
}

interface FftTables {
  readonly swaps: Uint32Array<ArrayBuffer>
  /**
   * For each pass of two stages, in the order in which it reads them, so that memory is read in one direction: cosine
   * and sine of the second stage's angle, and of the first's, which is twice that.
   */
  readonly pairs: readonly Float64Array[]
  /** Cosines and sines of a stage that has no other to go with. */
  readonly last: Float64Array | null
}

/** Many searches use transforms of a few sizes. */
const tables = new Map<number, FftTables>()

function tablesOf(size: number): FftTables {
  const made = tables.get(size) ?? makeTables(size)
  tables.set(size, made)
  return made
}

function makeTables(size: number): FftTables {
  const pairs: Float64Array[] = []
  let length = 8
  for (; 2 * length <= size; length *= 4) {
    const twiddles = new Float64Array(2 * length)
    for (let k = 0; k < length / 2; k++) {
      const [c, s] = [Math.cos((Math.PI * k) / length), -Math.sin((Math.PI * k) / length)]
      twiddles.set([c, s, c * c - s * s, 2 * c * s], 4 * k)
    }
    pairs.push(twiddles)
  }
  if (length > size) return { swaps: bitReversedPairs(size), pairs, last: null }
  const last = new Float64Array(length)
  for (let k = 0; k < length / 2; k++)
    last.set([Math.cos((2 * Math.PI * k) / length), -Math.sin((2 * Math.PI * k) / length)], 2 * k)
  return { swaps: bitReversedPairs(size), pairs, last }
}

function bitReversedPairs(size: number): Uint32Array<ArrayBuffer> {
  const pairs = new Uint32Array(size)
  let count = 0
  for (let i = 0, reversed = 0; i < size; i++) {
    if (reversed > i) {
      pairs[count++] = i
      pairs[count++] = reversed
    }
    // Counts up from the top bit: the carry runs downwards.
    let bit = size >> 1
    for (; reversed & bit; bit >>= 1) reversed ^= bit
    reversed |= bit
  }
  return pairs.slice(0, count)
}

/** Hann window for overlapping blocks (periodic). */
export function hannWindow(size: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
}

export function nextPowerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, least)))
}
