import { expect, test } from 'vitest'
import { planMarkers } from './marker-plan.ts'

const marker = (at: number, text = 'Kick', end: number | null = null) => ({ at, end, text })
const note = (at: number, body: string) => ({ body, place: { fromSeconds: at, toSeconds: null, by: 'own' as const } })
const standings = (...asked: Parameters<typeof planMarkers>) => planMarkers(...asked).markers.map(({ standing }) => standing)

test('what stands there already is known by its place and its words', () => {
  const file = { frameRate: null, markers: [marker(1), marker(1.002), marker(1, 'Snare'), marker(1, 'Snare')] }
  expect(standings(file, [note(1.001, 'Kick')], 60)).toEqual(['known', 'known', 'new', 'known'])
  expect(standings({ frameRate: null, markers: [marker(1)] }, [note(1.0011, 'Kick')], 60)).toEqual(['new'])
})

test('places counted in frames are the same within one', () => {
  expect(standings({ frameRate: '25', markers: [marker(1.04)] }, [note(1.01, 'Kick')], 60)).toEqual(['known'])
})

test('what lies after the end is none, a range ends there at the latest, and the end itself may be rounded', () => {
  const { markers } = planMarkers({ frameRate: null, markers: [marker(50, 'a', 70), marker(60.02, 'b'), marker(61, 'c')] }, [], 60)
  expect(markers).toEqual([{ marker: marker(50, 'a', 60), standing: 'new' }, { marker: marker(60, 'b'), standing: 'new' }, { marker: marker(61, 'c'), standing: 'beyond' }])
  expect(standings({ frameRate: null, markers: [marker(61)] }, [], null)).toEqual(['new'])
})

test('a timeline that begins at one hour is counted from there', () => {
  const plan = planMarkers({ frameRate: '25', markers: [marker(3601), marker(3610, 'a', 3612)] }, [], 60)
  expect(plan).toEqual({ startsAt: 3600, markers: [{ marker: marker(1), standing: 'new' }, { marker: marker(10, 'a', 12), standing: 'new' }] })
  expect(planMarkers({ frameRate: '25', markers: [marker(3601)] }, [], 4000).startsAt).toBe(0)
})
