import { describe, expect, test } from 'vitest'
import { songLikeness, verdictOf, type SongVerdict } from '#audio/same-song.ts'
import { seededRandom } from '#audio/song-instruments.ts'

const SECONDS = 100
const CELLS = SECONDS * 100

/** Loudness of one instrument with decaying hits. */
function struck(hits: Iterable<readonly [atSeconds: number, energy: number]>, decaySeconds: number): Float32Array {
  const cells = new Float32Array(CELLS)
  for (const [at, energy] of hits)
    for (
      let i = Math.round(at * 100), left = energy;
      i < CELLS && left > 1e-9;
      i++, left *= Math.exp(-0.02 / decaySeconds)
    )
      cells[i] = (cells[i] ?? 0) + left
  return cells
}

function* steps(every: number, hit: (at: number, step: number) => number): Generator<readonly [number, number]> {
  for (let step = 0; step * every < SECONDS; step++) {
    const energy = hit(step * every, step)
    if (energy > 0) yield [step * every, energy]
  }
}

const mixed = (...parts: readonly Float32Array[]) =>
  new Float32Array(CELLS).map((_, i) => 1e-6 + parts.reduce((sum, part) => sum + (part[i] ?? 0), 0))

/** A band at 120 BPM: drums with fills, bass, and a singer with phrases. */
function band(seed: number) {
  const random = seededRandom(seed)
  const section = Array.from({ length: 20 }, () => 0.3 + random())
  const kick = struck(
    steps(0.5, (at, i) =>
      i % 4 === 0 || i % 4 === 2 || random() < 0.2 ? 0.05 * (section[Math.floor(at / 5)] ?? 1) : 0,
    ),
    0.06,
  )
  const snare = struck(
    steps(0.25, (_, i) => (i % 4 === 2 ? 0.04 : random() < 0.05 ? 0.03 : 0)),
    0.05,
  )
  const hats = struck(
    steps(0.25, () => 0.004 + 0.004 * random()),
    0.02,
  )
  const chords = struck(
    steps(2, () => 0.01 * random()),
    1,
  )
  const voice = struck(
    steps(0.25, (at) => (Math.floor(at / 4) % 3 !== 2 && random() < 0.55 ? 0.06 * random() : 0)),
    0.15,
  )
  return {
    whole: mixed(kick, snare, hats, chords, voice),
    instrumental: mixed(kick, snare, hats, chords),
    voice: mixed(voice),
    louderVoice: mixed(
      kick,
      snare,
      hats,
      chords,
      voice.map((cell) => cell * 3),
    ),
  }
}

/** Four to the floor at 120 BPM: mostly the kick, which is the same in every track. */
function techno(seed: number): Float32Array {
  const random = seededRandom(seed)
  return mixed(
    struck(
      steps(0.5, () => 0.1),
      0.07,
    ),
    struck(
      steps(0.5, () => 0.02),
      0.02,
    ),
    struck(
      steps(0.125, () => 0.006 * random()),
      0.03,
    ),
    struck(
      steps(4, () => 0.01 * random()),
      2,
    ),
  )
}

function piano(seed: number): Float32Array {
  const random = seededRandom(seed)
  return mixed(
    struck(
      steps(0.15, () => (random() < 0.35 ? 0.03 * random() ** 2 : 0)),
      0.5,
    ),
  )
}

function speech(seed: number): Float32Array {
  const random = seededRandom(seed)
  return mixed(
    struck(
      steps(0.18, (at) => (Math.sin(at + seed) > -0.3 && random() < 0.8 ? 0.02 * random() : 0)),
      0.06,
    ),
  )
}

function noise(seed: number): Float32Array {
  const random = seededRandom(seed)
  return new Float32Array(CELLS).map(() => 0.01 * (1 + 0.15 * (random() - 0.5)))
}

const verdict = (a: Float32Array, b: Float32Array): SongVerdict => {
  const likeness = songLikeness(a, b)
  return likeness && verdictOf(likeness)
}
const rough = (cells: Float32Array, amount: number, seed = 5) => {
  const random = seededRandom(seed)
  return cells.map((cell) => cell * (1 + amount * (random() - 0.5)))
}
const music = { band: band(1).whole, techno: techno(1), piano: piano(1), speech: speech(1) }

describe.each(Object.entries(music))('another bounce: %s', (kind, cells) => {
  test.each<[string, Float32Array]>([
    ['at another level', cells.map((cell) => cell * 0.05)],
    [
      'with two seconds in front and a tail behind',
      Float32Array.from([...new Float32Array(200), ...cells, ...new Float32Array(500)]),
    ],
    ['cut at both ends', cells.slice(310, -420)],
    ['lossy', rough(cells, 0.15)],
    ['at another rate, its cells half a cell later', cells.map((cell, i) => (cell + (cells[i - 1] ?? cell)) / 2)],
  ])('%s', (_, other) => expect(verdict(other, cells)).toBeOneOf(kind === 'techno' ? ['sure', 'likely'] : ['sure']))

  test('mastered: pressed together, and louder in between', () => {
    expect(
      verdict(
        cells.map((cell, i) => 3 * cell ** 0.75 * (1 + 0.3 * Math.sin(i / 900))),
        cells,
      ),
    ).toBeOneOf(['sure', 'likely'])
  })
})

describe('what is never said to be another bounce', () => {
  const others: Record<string, readonly Float32Array[]> = {
    band: [band(2).whole, band(3).whole, band(4).instrumental],
    techno: [techno(2), techno(3), techno(4)],
    piano: [piano(2), piano(3)],
    speech: [speech(2), speech(3)],
    noise: [noise(1), noise(2)],
  }
  const all = Object.entries(others).flatMap(([kind, list]) =>
    list.map((cells, i) => ({ name: `${kind} ${i + 1}`, cells })),
  )
  test.each(Object.entries(music))('another song, of its own kind and tempo or not: %s', (_, cells) => {
    expect(
      all.flatMap(({ cells: other }) => verdict(cells, other) ?? verdict(other.slice(700), cells) ?? []).length,
      JSON.stringify(all.map(({ name, cells: other }) => [name, songLikeness(cells, other)])),
    ).toBe(0)
  })

  test('silence, a steady tone, and what is too short', () => {
    const tone = new Float32Array(CELLS).fill(0.01)
    for (const other of [new Float32Array(CELLS), tone, music.band.slice(0, 1000), new Float32Array(0)])
      expect([verdict(other, music.band), verdict(other, other)]).toEqual([undefined, undefined])
  })
})

describe('what may be of the same song, and is not said for sure', () => {
  const song = band(1)
  test('its instrumental', () => expect(verdict(song.instrumental, song.whole)).not.toBe('sure'))
  test('its voice alone', () => expect(verdict(song.voice, song.whole)).not.toBe('sure'))
  test('a mix with the voice far louder', () =>
    expect(verdict(song.louderVoice, song.whole)).toBeOneOf(['sure', 'likely']))
  test('a remix: its voice over other drums', () =>
    expect(verdict(mixed(song.voice, techno(9)), song.whole)).not.toBe('sure'))
  test('one with a part taken out of the middle', () =>
    expect(verdict(Float32Array.from([...song.whole.slice(0, 3500), ...song.whole.slice(5500)]), song.whole)).not.toBe(
      'sure',
    ))
  test('a loop', () => {
    const bar = song.whole.slice(0, 400)
    const loop = Float32Array.from({ length: CELLS }, (_, i) => bar[i % 400] ?? 0)
    expect(verdict(loop.slice(0, 8000), loop)).not.toBe('sure')
  })
})
