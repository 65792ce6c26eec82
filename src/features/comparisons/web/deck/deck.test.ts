import { describe, expect, test } from 'vitest'
import type { DeckOrder } from '#web/player/mix/deck-order.ts'
import type { DeckPlace } from '#web/player/mix/deck-tuning.ts'
import type { LoopRange } from '#web/player/read/playable.ts'
import type { Heard } from '#web/player/listening.ts'
import type { Player } from '#web/player/player.ts'
import { Deck } from './deck.ts'
import type { DeckVoice, FoundPlace } from './deck-entry.ts'

const strings = { href: '/?compare=v6,v5,ref', veiledTitle: 'Blind test' }

function voice(versionId: string, loudness: number, { seconds = 200, channels = 2 } = {}): DeckVoice {
  const source = {
    kind: 'flac',
    sampleRate: 48_000,
    channels,
    bitsPerSample: 24,
    totalFrames: seconds * 48_000,
  } as const
  const playable = {
    id: versionId,
    title: `Glasshouse ${versionId}`,
    source,
    urls: { stream: `/${versionId}` },
    durationSeconds: seconds,
  }
  const heard: Heard = {
    playable,
    projectId: 'p',
    projectTitle: 'Low Tide',
    coverUrl: null,
    trackId: 't',
    trackTitle: 'Glasshouse',
    versionId,
    versionNumber: 6,
    href: `/${versionId}`,
    peaks: { url: '/peaks', facts: source },
    quality: '24/48',
    isReduced: false,
  }
  return { heard, isReference: false, words: '', by: 'Ines', createdAt: 0, loudness, truePeak: -1, playable }
}

/** A fake of the page's player that records its orders. */
function desk() {
  const orders: { readonly heard: Heard; readonly deck: DeckOrder }[] = []
  const alone: Heard[] = []
  let heard: Heard | undefined
  const deck = new Deck({
    state: () => ({ queue: [], sounded: false, failed: false, ...(heard && { heard }) }),
    hear: (one) => void alone.push(one),
    hearDeck: (one, order) => {
      heard = one
      orders.push({ heard: one, deck: order })
    },
  })
  deck.setVoices([voice('v6', -11.8), voice('v5', -10.4), voice('ref', -13.2)], strings)
  return { deck, last: () => orders.at(-1), orders }
}

const rounded = (gains: readonly number[]) => gains.map((gain) => Math.round(gain * 10) / 10)

test('the first version is heard first, all of them matched to the quietest', () => {
  const { deck, last } = desk()
  expect(deck.state()).toMatchObject({ audible: 0, isMatched: true, match: { target: -13.2 } })
  expect(last()?.deck.ear).toEqual({ kind: 'source', source: 0 })
  expect(rounded(last()?.deck.sources.map(({ gain }) => gain) ?? [])).toEqual([-1.4, -2.8, 0])
  // Until their shared sound is known.
  deck.learn('v6', 'v5', { offset: 0, gain: 0, isInverted: false, linesUp: 'all' })
  expect(deck.state().match).toMatchObject({ target: -13.2, basis: 'mixed' })
  expect(rounded(deck.state().gains)).toEqual([-1.4, -1.4, 0])
})

test('flip goes to and fro between the last two that were heard', () => {
  const { deck } = desk()
  deck.listenTo(2)
  deck.listenTo(1)
  const heard = [0, 1, 2].map(() => {
    deck.flip()
    return deck.state().audible
  })
  expect(heard).toEqual([2, 1, 2])
})

test('the difference is taken from the one heard last, at the gain and polarity found by comparing', () => {
  const { deck, last } = desk()
  deck.learn('v6', 'v5', { offset: 333, gain: 2, isInverted: true, linesUp: 'all' })
  deck.listenTo(1)
  deck.listenTo(0)
  deck.setDifference(true)
  expect(last()?.deck.ear).toEqual({ kind: 'difference', of: 0, minus: 1, isInverted: true })
  expect(
    last()
      ?.deck.sources.slice(0, 2)
      .map(({ gain, offset }) => ({ gain, offset })),
  ).toEqual([
    { gain: 0, offset: 0 },
    { gain: -2, offset: 333 },
  ])
  deck.listenTo(0)
  expect(last()?.deck.ear).toEqual({ kind: 'source', source: 0 })
})

test('the bar is told what matching turns down and by how much, even in a difference, but not blind', () => {
  const { deck, last } = desk()
  const said = () => last()?.heard.compared
  expect(said()).toMatchObject({ letter: 'A', isMatched: true, isDifference: false })
  expect(said()?.gain).toBeCloseTo(-1.4)
  deck.learn('v6', 'v5', { offset: 0, gain: 2, isInverted: false, linesUp: 'all' })
  deck.listenTo(1)
  deck.setDifference(true)
  expect(said()).toEqual({ letter: 'B', gain: -2, added: 0, isMatched: true, isDifference: true })
  deck.setMatched(false)
  expect(said()).toEqual({ letter: 'A', gain: 0, added: 0, isMatched: false, isDifference: true })
  deck.setVeiled(true)
  expect(said()).toBeUndefined()
})

test('an offset set by hand stays above what is found, until it is taken back', () => {
  const { deck } = desk()
  deck.adjust('v5', -12)
  deck.learn('v6', 'v5', { offset: 333, gain: 0, isInverted: false, linesUp: 'all' })
  expect(deck.state().offsets).toEqual([0, -12, 0])
  deck.adjust('v5', 1e12)
  expect(deck.state().offsets[1]).toBe(200 * 48_000)
  deck.adjust('v5', undefined)
  expect(deck.state().offsets).toEqual([0, 333, 0])
})

test('what was found and set by hand against one first version does not hold against another', () => {
  const { deck, last } = desk()
  const [a, b, c] = [voice('v6', -11.8), voice('v5', -10.4), voice('ref', -13.2)]
  deck.learn('v6', 'v5', { offset: 333, gain: 2, isInverted: true, linesUp: 'all' })
  deck.adjust('ref', -12)
  deck.setVoices([c, b, a], strings)
  expect(deck.state().offsets).toEqual([0, 0, 0])
  deck.learn('v6', 'v5', { offset: 334, gain: 2, isInverted: true, linesUp: 'all' })
  expect(deck.foundOf('v5')).toBeUndefined()
  deck.listenTo(1)
  deck.setDifference(true)
  expect(last()?.deck.ear).toMatchObject({ isInverted: false })
  // The shared sound of two entries is the same beside any third.
  expect(rounded(deck.state().gains)).toEqual([0, -2.8, -0.8])
  deck.learn('ref', 'v5', { offset: 100, gain: 0, isInverted: false, linesUp: 'all' })
  deck.adjust('v5', 99)
  expect(deck.state().offsets).toEqual([0, 99, 0])
  deck.setVoices([a, b, c], strings)
  expect(deck.state().offsets).toEqual([0, 334, -12])
})

test('what is heard goes on at its own place when it becomes the first, and when another does', () => {
  let at = 60
  const places: unknown[] = []
  let heard: Heard | undefined
  let order: DeckOrder | undefined
  // Only the parts of the player that a deck uses.
  const player = { position: () => at, snapshot: () => ({ deck: order, wantsToPlay: true }) } as unknown as Player
  const deck = new Deck({
    state: () => ({ queue: [], sounded: true, failed: false, player, ...(heard && { heard }) }),
    hear: () => undefined,
    hearDeck: (one, deckOrder, place) => {
      ;[heard, order] = [one, deckOrder]
      at = place?.turned?.at ?? at
      places.push(place)
    },
  })
  const [a, b] = [voice('v6', -11.8), voice('v5', -10.4)]
  deck.setVoices([a, b], strings)
  deck.learn('v6', 'v5', { offset: 96_000, gain: 0, isInverted: false, linesUp: 'all' })
  deck.listenTo(1)
  deck.setVoices([b, a], strings)
  expect(places.at(-1)).toEqual({ at: 62, play: true })
  at = 70
  deck.setVoices([a, b], strings)
  // In its own time, whichever is the first.
  expect(places.at(-1)).toEqual({ at: 70, play: true })
  deck.setVoices([a, b, voice('ref', -13.2)], strings)
  expect(places.at(-1)).toEqual({ at: 70, play: true })
})

test('mono beside stereo is matched as it is heard: on both sides', () => {
  const { deck, last } = desk()
  // A sine of -23 dBFS: -26.0 LUFS in one channel, -23.0 in two; from two loudspeakers both sound the same.
  deck.setVoices([voice('v6', -26.01, { channels: 1 }), voice('v5', -23)], strings)
  expect(deck.state().gains).toEqual([0, 0])
  expect(deck.state().match.target).toBeCloseTo(-23)
  expect(last()?.heard.compared?.added).toBeCloseTo(3.01)
  deck.setVoices([voice('v6', -20, { channels: 1 }), voice('v5', -23)], strings)
  expect(rounded(deck.state().gains)).toEqual([-6, 0])
})

test('a blind test matches the loudness, forbids the difference, and gives the bar no name', () => {
  const { deck, last } = desk()
  deck.setMatched(false)
  deck.setDifference(true)
  deck.setVeiled(true)
  deck.setMatched(false)
  deck.setDifference(true)
  expect(deck.state()).toMatchObject({ isMatched: true, isDifference: false })
  expect(last()?.heard).toMatchObject({ trackTitle: 'Blind test', isVeiled: true, href: strings.href })
  expect(last()?.deck.sources.map(({ playable }) => playable.title)).toEqual(['Blind test', 'Blind test', 'Blind test'])
})

test('a source that is still being resampled is left out, and joins without moving the others', () => {
  const { deck, last } = desk()
  const [a, b, c] = [voice('v6', -11.8), voice('v5', -10.4), voice('ref', -13.2)]
  deck.setVoices([a, { ...b, playable: undefined }, c], strings)
  deck.listenTo(2)
  expect(last()?.deck).toMatchObject({ ear: { kind: 'source', source: 1 } })
  expect(last()?.deck.sources).toHaveLength(2)
  deck.setVoices([a, b, c], strings)
  expect(last()?.deck).toMatchObject({ ear: { kind: 'source', source: 2 } })
  expect(deck.state().audible).toBe(2)
})

test('what comes by itself does not bring back a player that was closed', () => {
  const orders: DeckOrder[] = []
  const deck = new Deck({
    state: () => ({ queue: [], sounded: false, failed: false }),
    hear: () => undefined,
    hearDeck: (_, order) => void orders.push(order),
  })
  deck.setVoices([voice('v6', -11.8), voice('v5', -10.4)], strings)
  deck.learn('v6', 'v5', { offset: 333, gain: 0, isInverted: false, linesUp: 'all' })
  expect(orders).toHaveLength(1)
  expect(deck.state().offsets).toEqual([0, 333])
})

describe('of two versions, of which the second lacks eight seconds', () => {
  const part = (from: number, to: number, at: number, rate = 1) => ({ from, to, at, rate, isExact: true, isSure: true })
  const place = { offset: 0, gain: 0, isInverted: false, linesUp: [] } as const
  const cut = { ...place, segments: [part(0, 24, 0), part(32, 200, 24)] }

  /** Plays at a moment of what is heard. */
  function listening(found: FoundPlace, moment: number) {
    const heardOrders: { deck: DeckOrder; place: DeckPlace | undefined }[] = []
    let [at, loop, heard, order]: [number, LoopRange | undefined, Heard | undefined, DeckOrder | undefined] = [
      moment,
      undefined,
      undefined,
      undefined,
    ]
    const player = {
      position: () => at,
      snapshot: () => ({ deck: order, wantsToPlay: true, loop }),
    } as unknown as Player
    const deck = new Deck({
      state: () => ({ queue: [], sounded: true, failed: false, player, ...(heard && { heard }) }),
      hear: () => undefined,
      hearDeck: (one, deckOrder, where) => {
        ;[heard, order] = [one, deckOrder]
        at = where?.at ?? where?.turned?.at ?? at
        heardOrders.push({ deck: deckOrder, place: where })
      },
    })
    deck.setVoices([voice('v4', -11), voice('v5', -11, { seconds: 192 })], strings)
    deck.learn('v4', 'v5', found)
    return {
      deck,
      last: () => heardOrders.at(-1),
      at: () => at,
      setLoop: (range: LoopRange) => {
        loop = range
      },
    }
  }

  test('a switch is to the same place of the music, and the clock is the one of what is heard', () => {
    const { deck, last, at } = listening(cut, 40)
    deck.listenTo(1)
    expect(last()?.deck).toMatchObject({ clock: 1, ear: { kind: 'source', source: 1 } })
    expect(last()?.place?.turned).toEqual({ at: 32, loop: undefined })
    // What is heard has no seam; the other one follows.
    expect(last()?.deck.sources.map(({ offset, pieces }) => ({ offset, pieces }))).toEqual([
      {
        offset: 0,
        pieces: [
          { from: -Infinity, to: 24 * 48_000, offset: 0 },
          { from: 24 * 48_000, to: Infinity, offset: 8 * 48_000 },
        ],
      },
      { offset: 0, pieces: undefined },
    ])
    deck.flip()
    expect([at(), last()?.deck.clock]).toEqual([40, 0])
  })

  test('where one has nothing, the other plays on, and a press goes to the seam', () => {
    const { deck, last, at } = listening(cut, 28)
    const before = last()
    deck.listenTo(1)
    expect(deck.state()).toMatchObject({ missing: 1, audible: 0 })
    expect(last()).toBe(before)
    deck.goToSeam(1)
    expect(deck.state()).toMatchObject({ missing: undefined, audible: 1 })
    expect(at()).toBe(24)
  })

  test('a loop goes with the music, unless it lies in what was cut out', () => {
    const { deck, last, setLoop } = listening(cut, 40)
    setLoop({ inAt: 36, outAt: 44 })
    deck.listenTo(1)
    expect(last()?.place?.turned?.loop).toEqual({ inAt: 28, outAt: 36 })
  })

  test('in a difference both are silent where one has nothing', () => {
    const { deck, last } = listening(cut, 40)
    deck.setDifference(true)
    expect(last()?.deck.clock).toBe(0)
    const spans = last()?.deck.sources.map(({ pieces }) => pieces?.map(({ from, to }) => [from / 48_000, to / 48_000]))
    expect(spans?.[0]).toEqual([
      [-Infinity, 24],
      [32, Infinity],
    ])
    expect(spans?.[1]).toEqual(spans?.[0])
  })

  test('a blind test plays only what both have, with the same silence around a seam, in the time of the first', () => {
    const { deck, last } = listening(cut, 40)
    deck.setVeiled(true)
    deck.listenTo(1)
    expect(last()?.deck.clock).toBe(0)
    const spans = last()?.deck.sources.map(({ pieces }) => pieces?.map(({ from, to }) => [from / 48_000, to / 48_000]))
    expect(spans?.[0]).toEqual([
      [-Infinity, 23.9],
      [32.1, Infinity],
    ])
    expect(spans?.[1]).toEqual(spans?.[0])
    expect(deck.nextShared(25)).toBe(32.1)
    expect(deck.nextShared(20)).toBeUndefined()
  })

  test('at another speed the place is mapped, and there is no difference', () => {
    const { deck, at } = listening({ ...place, segments: [part(0, 200, 0, 0.96)] }, 50)
    deck.setDifference(true)
    expect(deck.state()).toMatchObject({ isDifference: false, isAtOtherSpeed: true })
    deck.listenTo(1)
    expect(at()).toBeCloseTo(48)
    deck.listenTo(0)
    expect(at()).toBeCloseTo(50)
  })

  test('a press on what only the other has is heard there', () => {
    const { deck, at } = listening(cut, 10)
    deck.listenTo(1)
    deck.seekIn(0, 28)
    expect([at(), deck.state().audible]).toEqual([28, 0])
    deck.seekIn(1, 30)
    expect([at(), deck.state().audible]).toEqual([38, 0])
  })

  test('an offset set by hand moves all parts', () => {
    const { deck, last } = listening(cut, 40)
    deck.adjust('v5', 480)
    expect(last()?.deck.sources[1]?.pieces?.map(({ offset }) => offset)).toEqual([480, 480 - 8 * 48_000])
  })
})

test('what lines up but shares no level is matched by the loudness of what both have, or of the loop', () => {
  const { deck } = desk()
  const segments = [{ from: 10, to: 20, at: 0, rate: 1, isExact: false, isSure: true }]
  const cells = (...levels: readonly number[]) =>
    Float32Array.from({ length: levels.length * 1000 }, (_, i) => 10 ** ((levels[Math.floor(i / 1000)] ?? 0) / 10))
  deck.setVoices([voice('v6', -20), voice('v5', -10)], strings)
  deck.learn('v6', 'v5', { offset: -480_000, gain: null, isInverted: false, linesUp: [], segments })
  expect(deck.state().match.basis).toBe('loudness')
  expect(deck.wantsEnergy()).toEqual(['v6', 'v5'])
  deck.learnEnergy('v6', cells(-40, -12))
  deck.learnEnergy('v5', cells(-10))
  expect(deck.state().match.basis).toBe('part')
  expect(rounded(deck.state().gains)).toEqual([0, -2])
  deck.setLoop({ inAt: 12, outAt: 18 })
  expect(deck.state().match.basis).toBe('loop')
  deck.setLoop(undefined)
  expect(deck.state().match.basis).toBe('part')
})
