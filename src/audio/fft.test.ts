import { describe, expect, test } from 'vitest'
import { Fft, hannWindow, nextPowerOfTwo } from '#audio/fft.ts'
import { seededRandom } from '#audio/song-instruments.ts'

function noise(size: number, seed: number): Float64Array {
  const random = seededRandom(seed)
  return Float64Array.from({ length: size }, () => random() * 2 - 1)
}

/** The definition of the transform. */
function slowly(re: Float64Array, im: Float64Array) {
  const size = re.length
  const bin = (k: number) => {
    let [r, m] = [0, 0]
    for (let n = 0; n < size; n++) {
      const angle = (-2 * Math.PI * k * n) / size
      r += (re[n] ?? 0) * Math.cos(angle) - (im[n] ?? 0) * Math.sin(angle)
      m += (re[n] ?? 0) * Math.sin(angle) + (im[n] ?? 0) * Math.cos(angle)
    }
    return [r, m] as const
  }
  return Array.from({ length: size }, (_, k) => bin(k))
}

describe('a Fourier transform', () => {
  test.each([2, 4, 8, 16, 64, 256])('of %i values is what its definition says', (size) => {
    const [re, im] = [noise(size, 1), noise(size, 2)]
    const expected = slowly(re, im)
    new Fft(size).forward(re, im)
    expected.forEach(([r, m], k) => {
      expect(re[k]).toBeCloseTo(r, 9)
      expect(im[k]).toBeCloseTo(m, 9)
    })
  })

  test.each([2, 8, 4096])('of %i values and back gives the sound again', (size) => {
    const [re, im] = [noise(size, 3), noise(size, 4)]
    const before = re.slice()
    const fft = new Fft(size)
    fft.forward(re, im)
    fft.inverse(re, im)
    re.forEach((value, i) => expect(value / size).toBeCloseTo(before[i] ?? 0, 12))
  })

  test('finds a cosine in its two bins and nowhere else', () => {
    const re = Float64Array.from({ length: 1024 }, (_, n) => Math.cos((2 * Math.PI * 10 * n) / 1024))
    const im = new Float64Array(1024)
    new Fft(1024).forward(re, im)
    const loud = [...re.keys()].filter((k) => Math.hypot(re[k] ?? 0, im[k] ?? 0) > 1e-9)
    expect(loud).toEqual([10, 1014])
    expect(re[10]).toBeCloseTo(512, 9)
  })

  test('is refused for sizes that are no power of two', () => expect(() => new Fft(1000)).toThrow(RangeError))
})

test('overlapping Hann windows add up to one everywhere', () => {
  const window = hannWindow(16)
  for (let i = 0; i < 8; i++) expect((window[i] ?? 0) + (window[i + 8] ?? 0)).toBeCloseTo(1, 12)
})

test('the next power of two is never below what is needed', () =>
  expect([1, 2, 3, 1000, 1024, 1025].map(nextPowerOfTwo)).toEqual([2, 2, 4, 1024, 1024, 2048]))
