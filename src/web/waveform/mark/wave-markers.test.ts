import { expect, test } from 'vitest'
import { dotsOf, inTimeOrder, itemMarkers, itemPlace, laneItems, markersAt, type WaveMarker } from './wave-markers.ts'
import { showRange, wholeView } from '../view/wave-view.ts'

/** 100 s on 1000 px: 10 px per second. */
const whole = wholeView(4_800_000, 48_000, 1000)

function marker(id: string, from: number, to?: number): WaveMarker {
  return { id, from, ...(to !== undefined && { to }), colour: 'red', label: `note ${id}`, state: 'open' }
}

function shown(markers: readonly WaveMarker[], view = whole) {
  return laneItems(inTimeOrder(markers), view).map((item) => [
    item.kind,
    Math.round(item.px),
    itemMarkers(item)
      .map(({ id }) => id)
      .join(''),
  ])
}

test('pins closer than 20 px become one, and part again when one looks closer', () => {
  const markers = [marker('c', 30), marker('a', 10), marker('b', 11.9), marker('d', 32)]
  expect(shown(markers)).toEqual([
    ['cluster', 100, 'ab'],
    ['pin', 300, 'c'],
    ['pin', 320, 'd'],
  ])
  expect(shown(markers, showRange(whole, 5 * 48_000, 55 * 48_000))).toEqual([
    ['pin', 100, 'a'],
    ['pin', 138, 'b'],
    ['pin', 500, 'c'],
    ['pin', 540, 'd'],
  ])
})

test('at the edges of the recording a head stands inwards of its moment, wherever one has scrolled to', () => {
  const place = (from: number, view = whole) =>
    laneItems([marker('a', from)], view).map((item) => itemPlace(item, view))
  expect([0, 1, 1.8, 50, 99, 100].map((from) => place(from)[0])).toEqual([
    { px: 0, inwardsPx: 18 },
    { px: 10, inwardsPx: 8 },
    { px: 18, inwardsPx: 0 },
    { px: 500, inwardsPx: 0 },
    { px: 990, inwardsPx: -8 },
    { px: 1000, inwardsPx: -18 },
  ])
  expect(place(50, { ...whole, startFrame: 50 * 48_000 })).toEqual([{ px: 0, inwardsPx: 0 }])
  // An item that it would cover is merged with it.
  expect(shown([marker('a', 0), marker('b', 2.5)])).toEqual([['cluster', 0, 'ab']])
  expect(shown([marker('a', 0), marker('b', 4)])).toEqual([
    ['pin', 0, 'a'],
    ['pin', 40, 'b'],
  ])
})

test('a crowd is never wider than its number, so that it says where it is and covers no other', () => {
  const markers = Array.from({ length: 500 }, (_, i) => marker(`${i} `, i / 5))
  const items = laneItems(markers, whole)
  expect(items).toHaveLength(33)
  const heads = items.map((item) => itemPlace(item, whole)).map(({ px, inwardsPx = 0 }) => px + inwardsPx)
  expect(heads.slice(1).every((px, index) => px - (heads[index] ?? 0) >= 29.999)).toBe(true)
  // The first one's head is shifted inwards, over what follows it.
  for (const item of items.slice(1))
    expect(itemMarkers(item).at(-1)?.from).toBeLessThan((itemMarkers(item)[0]?.from ?? 0) + 3.001)
})

test('a group does not change while one scrolls past it', () => {
  const markers = [marker('a', 10), marker('b', 11.9), marker('c', 13)]
  const near = showRange(whole, 0, 4_000_000)
  const past = { ...near, startFrame: 10.5 * 48_000 }
  expect(shown(markers, { ...near, framesPerPx: 4800 })).toEqual([
    ['cluster', 100, 'ab'],
    ['pin', 130, 'c'],
  ])
  expect(shown(markers, { ...past, framesPerPx: 4800 })).toEqual([['pin', 25, 'c']])
})

test('ranges that overlap lie in rows, and are cut at the edges of the view', () => {
  const view = showRange(whole, 20 * 48_000, 70 * 48_000)
  const markers = inTimeOrder([marker('a', 10, 30), marker('b', 25, 40), marker('c', 30, 80), marker('d', 90, 95)])
  expect(
    laneItems(markers, view).map((item) => item.kind === 'range' && [item.marker.id, item.px, item.widthPx, item.row]),
  ).toEqual([
    ['a', 0, 200, 0],
    ['b', 100, 300, 1],
    ['c', 200, 800, 0],
  ])
})

test('a range that finds no row stands among the pins instead of covering another', () => {
  expect(
    shown([marker('a', 10, 30), marker('b', 11, 30), marker('c', 12, 30), marker('d', 13, 30), marker('e', 13.5)]),
  ).toEqual([
    ['range', 100, 'a'],
    ['range', 110, 'b'],
    ['range', 120, 'c'],
    ['cluster', 130, 'de'],
  ])
})

test('ten thousand are thought over within a frame, and are few on the screen', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => marker(`${i}`, i / 100, ...(i % 3 === 0 ? [i / 100 + 2] : [])))
  const startedAt = performance.now()
  for (let i = 0; i < 10; i++) laneItems(many, whole)
  expect((performance.now() - startedAt) / 10).toBeLessThan(100)
  expect(laneItems(many, whole).length).toBeLessThan(250)
})

test('pins and ranges come in the order of time', () => {
  expect(shown([marker('b', 20), marker('a', 10, 15), marker('c', 30, 40)]).map(([, , id]) => id)).toEqual([
    'a',
    'b',
    'c',
  ])
})

test('what stands at a moment is said', () => {
  const markers = [marker('a', 10), marker('b', 10.5, 20)]
  expect([markersAt(markers, 9), markersAt(markers, 10.2), markersAt(markers, 10.6), markersAt(markers, 19)]).toEqual([
    undefined,
    'note a',
    'note a, note b',
    'note b',
  ])
})

test('an overview has a dot where there is any marker, an open one first', () => {
  expect(dotsOf([marker('a', 1)], 100)).toHaveLength(1)
  const many = Array.from({ length: 1000 }, (_, i): WaveMarker => ({
    ...marker(`${i}`, i / 10),
    state: i % 10 === 7 ? 'open' : 'fixed',
  }))
  const dots = dotsOf(many, 100)
  expect(dots.length).toBeLessThanOrEqual(301)
  expect(dots.filter(({ state }) => state === 'open')).toHaveLength(100)
})
