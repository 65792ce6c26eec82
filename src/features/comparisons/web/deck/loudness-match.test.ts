import { expect, test } from 'vitest'
import { besideEachOther, matchLoudness, nullGains } from './loudness-match.ts'

test('the louder mixes come down to the quietest, and nothing goes up', () => {
  const { target, gains } = matchLoudness([-11.8, -10.4, -13.2])
  expect(target).toBe(-13.2)
  expect(gains.map((gain) => Math.round(gain * 10) / 10)).toEqual([-1.4, -2.8, 0])
})

test('mixes of one loudness keep every sample as it is', () => {
  expect(matchLoudness([-14, -14.001]).gains).toEqual([0, 0])
})

test('a silent bounce is no measure for the others', () => {
  expect(matchLoudness([null, -9, -12, -Infinity])).toEqual({ target: -12, basis: 'loudness', gains: [0, -3, 0, 0] })
  expect(matchLoudness([null, null])).toEqual({ target: null, basis: 'loudness', gains: [0, 0] })
})

test('mono counts for both sides beside others, and for itself among its own', () => {
  const mono = { loudness: -26, channels: 1 }
  expect(
    besideEachOther([mono, { loudness: -23, channels: 2 }, { loudness: null, channels: 1 }]).map(
      (one) => one && Math.round(one * 100) / 100,
    ),
  ).toEqual([-22.99, -23, null])
  expect(besideEachOther([mono, { loudness: -20, channels: 1 }])).toEqual([-26, -20])
})

test('for a null the louder of the two comes down', () => {
  expect(nullGains(-1.2)).toEqual([-1.2, 0])
  expect(nullGains(2)).toEqual([0, -2])
  expect(nullGains(0)).toEqual([0, 0])
})

const shared = (known: Readonly<Record<string, number>>) => (one: number, other: number) =>
  known[`${one} ${other}`] ?? (known[`${other} ${one}`] === undefined ? undefined : -(known[`${other} ${one}`] ?? 0))

test('what shares its sound is matched by that, whatever the whole of each measures', () => {
  // A quiet verse with the chorus, and the chorus alone: identical sound must stay identical.
  expect(matchLoudness([-15.75, -14], shared({ '0 1': 0 }))).toEqual({ target: -15.75, basis: 'shared', gains: [0, 0] })
  expect(matchLoudness([-14, -15], shared({ '0 1': -1.5 })).gains).toEqual([-1.5, 0])
  expect(matchLoudness([null, null], shared({ '0 1': 2 })).gains).toEqual([0, -2])
})

test('versions beside a reference: among themselves by their sound, against the reference by loudness', () => {
  const { basis, gains } = matchLoudness([-9, -15.75, -14], shared({ '1 2': 0 }))
  expect(basis).toBe('mixed')
  expect(gains).toEqual([-6.75, 0, 0])
})

test('a chain of versions is matched through the one between', () => {
  expect(matchLoudness([-12, -11, -10], shared({ '0 1': 1, '1 2': 0.5 })).gains).toEqual([0, -1, -1.5])
})
