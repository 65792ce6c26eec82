import { describe, expect, test } from 'vitest'
import { KeyWatch } from '#audio/key/key-watch.ts'
import type { MeasuredKey } from '#audio/key/musical-key.ts'
import { keyPieces } from '#testing/key-pieces.ts'

const RATE = 12_000
const BLOCK = 4608

function keyIn(samples: Float32Array, right: Float32Array = samples, rate = RATE): MeasuredKey | null {
  const watch = new KeyWatch(rate)
  for (let from = 0; from < samples.length; from += BLOCK) {
    const frames = Math.min(BLOCK, samples.length - from)
    const planes = [samples.subarray(from, from + frames), right.subarray(from, from + frames)]
    watch.add({ from, frames, before: 0, planes, chunks: [] })
  }
  return watch.key()
}

const readings = (key: MeasuredKey | null) => (key ? [key.key, ...(key.other ? [key.other] : [])] : [])
const made = keyPieces.map((piece) => ({ ...piece, heard: keyIn(piece.make(RATE)) }))
const tonal = made.filter(({ keys, later }) => keys.length > 0 && later === undefined)

test('there are pieces enough for the claims', () => {
  expect([made.length, made.filter(({ keys }) => keys.length === 0).length]).toEqual([58, 18])
})

test.each(tonal)('no false key is said alone: $name', ({ keys, heard }) => {
  const said = readings(heard)
  expect(keys).toEqual(expect.arrayContaining(said.length === 1 ? said : []))
})

test.each(tonal.slice(0, 24))('the key is among what is said: $name', ({ keys: [key], heard }) => {
  expect(readings(heard)).toContain(key)
})

test.each(made.filter(({ name }) => /dorian|mixolydian/.test(name)))(
  'a mode is never called one key, and its tonic is among what is said: $name',
  ({ keys: [tonic], heard }) => {
    expect(heard?.other).not.toBeNull()
    expect(heard ? readings(heard) : [tonic]).toContain(tonic)
  },
)

test('in most of them it is said alone', () => {
  expect(tonal.slice(0, 24).filter(({ heard }) => heard && heard.other === null).length).toBeGreaterThanOrEqual(15)
})

test.each(made.filter(({ keys }) => keys.length === 0))('there is no clear key in $name', ({ heard }) => {
  expect(heard).toBeNull()
})

test('a change is told with both keys, and never told of music that stays', () => {
  expect(made.find(({ name }) => name.startsWith('E minor, a semitone up'))?.heard).toMatchObject({
    key: 'E minor',
    later: 'F minor',
  })
  expect(tonal.filter(({ heard }) => heard && heard.later !== null)).toEqual([])
})

describe('the tuning', () => {
  test.each(made.slice(0, 24))('is measured within four cents: $name', ({ name, heard }) => {
    const cents = Number(/(-?\d+) cents$/.exec(name)?.[1])
    expect(Math.abs((heard?.tuning ?? NaN) - cents)).toBeLessThan(4)
  })
})

test('inverted polarity, another rate and one silent channel hide nothing', () => {
  const make = keyPieces[0]?.make ?? (() => new Float32Array())
  const samples = make(RATE)
  const inverted = samples.map((sample) => -sample)
  expect(keyIn(samples, inverted)?.key).toBe('C major')
  expect(keyIn(samples, new Float32Array(samples.length))?.key).toBe('C major')
  expect(keyIn(make(44_100), undefined, 44_100)?.key).toBe('C major')
})

test('a few seconds are too little, and silence has none', () => {
  const make = keyPieces[0]?.make ?? (() => new Float32Array())
  expect(keyIn(make(RATE).subarray(0, 7 * RATE))).toBeNull()
  expect(keyIn(new Float32Array(20 * RATE))).toBeNull()
})
