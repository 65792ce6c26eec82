import { coverSeed } from '#shared/cover-seed.ts'

/** A poster: three muted colours and one of a few compositions, on a 40 × 40 grid. */
export interface ArtPicture {
  readonly ground: string
  readonly shapes: readonly ArtShape[]
}

export interface ArtShape {
  /** An SVG path. */
  readonly path: string
  readonly fill: string
}

interface Ink {
  readonly ground: string
  readonly light: string
  readonly dark: string
}

const inks: readonly Ink[] = [
  { ground: '#3f4c48', light: '#cbc6b3', dark: '#17211e' },
  { ground: '#7a4230', light: '#dfc8a5', dark: '#2a1712' },
  { ground: '#523449', light: '#d4b8c5', dark: '#21131f' },
  { ground: '#57563a', light: '#dad6ae', dark: '#22210f' },
  { ground: '#2e4b57', light: '#b9cfd1', dark: '#0f1d24' },
  { ground: '#8a6a3c', light: '#eadab5', dark: '#2c2112' },
  { ground: '#3a3f5c', light: '#c3c4d8', dark: '#151728' },
  { ground: '#b9c9c4', light: '#eef0e6', dark: '#2b4a4b' },
  { ground: '#6d3f4a', light: '#e2c0b5', dark: '#25131a' },
  { ground: '#c9b9a0', light: '#f0e8d8', dark: '#4a3a2b' },
]

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`

type Compose = (ink: Ink, step: number) => readonly ArtShape[]

/** `step` is 0..7 and shifts shapes, so that two posters of one composition differ. */
const compositions: readonly Compose[] = [
  // A moon over water.
  ({ light, dark }, step) => [
    { path: circle(12 + step * 2, 15, 10), fill: light },
    { path: box(0, 26 + (step % 3), 40, 14), fill: dark },
  ],
  // A slope with a stone on it.
  ({ light, dark }, step) => [
    { path: step % 2 === 0 ? 'M0 40 40 0v40z' : 'M40 40 0 0v40z', fill: light },
    { path: circle(step % 2 === 0 ? 13 : 27, 12 + (step % 3), 5), fill: dark },
  ],
  // A window, and a door in it.
  ({ light, dark }, step) => [
    { path: box(8, 8, 24, 24), fill: light },
    { path: box(8 + (step % 3) * 4, 16, 16, 16), fill: dark },
  ],
  // Two hills.
  ({ light, dark }, step) => [
    { path: `M${step - 6} 26a20 20 0 0 1 40 0v14H${step - 6}z`, fill: dark },
    { path: 'M0 40a20 20 0 0 1 40 0z', fill: light },
  ],
  // A record behind blinds.
  ({ light, dark }, step) => [
    { path: [9, 17, 25, 33].map((y) => box(0, y - 2, 40, 3)).join(''), fill: light },
    { path: circle(14 + step * 1.5, 20, 9), fill: dark },
  ],
  // A corner of ripples.
  ({ ground, light, dark }, step) =>
    [28, 20, 12].map((radius, ring) => ({
      path: circle(step % 2 === 0 ? 0 : 40, 40, radius),
      fill: [dark, light, ground][ring] ?? dark,
    })),
  // Faders.
  ({ light, dark }, step) =>
    [0, 1, 2, 3].flatMap((lane) => [
      { path: box(6 + lane * 8, 6, 3, 28), fill: dark },
      { path: box(4 + lane * 8, 8 + ((lane * 7 + step * 5) % 20), 7, 5), fill: light },
    ]),
  // Half a sun on the horizon, doubled.
  ({ light, dark }, step) => [
    { path: `M${6 + step} 20a12 12 0 0 1 24 0z`, fill: light },
    { path: `M${6 + step} 20a12 12 0 0 0 24 0z`, fill: dark },
  ],
]

/** Deterministic: the same id, or the seed made from it, gives the same picture on every device. */
export function artPicture(id: string | number): ArtPicture {
  const seed = typeof id === 'number' ? id : coverSeed(id)
  const ink = inks[seed % inks.length] ?? { ground: '#3f4c48', light: '#cbc6b3', dark: '#17211e' }
  const compose = compositions[(seed >>> 8) % compositions.length]
  return { ground: ink.ground, shapes: compose?.(ink, (seed >>> 16) % 8) ?? [] }
}
