import { describe, expect, test } from 'vitest'
import { sampleFindings } from '#audio/audio-findings.ts'
import { finding } from '#audio/finding-parts.ts'
import type { ChannelLevels, SampleFacts } from '#audio/audio-findings.ts'
import { gatedLoudness } from '#audio/loudness-gating.ts'
import { PhaseWatch } from '#audio/phase-watch.ts'
import { PlaceList } from '#audio/place-list.ts'
import { versionChanges } from '#audio/version-changes.ts'

const RATE = 48_000
const sound: ChannelLevels = {
  truePeak: 0.5,
  samplePeak: 0.5,
  sum: 0,
  squares: 1000,
  clippedRuns: 0,
  clippedSamples: 0,
  firstSound: 0,
  lastSound: 10 * RATE,
}
const none = { count: 0, frames: 0, worst: () => [] }
const stereo: SampleFacts = {
  sampleRate: RATE,
  totalFrames: 10 * RATE,
  channels: [sound, sound],
  overs: none,
  clips: none,
  phase: { places: [] },
  sideFaults: [],
  balance: null,
  faults: null,
  products: 500,
  differences: 1000,
  heardBest: { loudest: 3, quietest: 1 },
  opposed: null,
  invalidSamples: 0,
  firstInvalid: -1,
}

function placesOf(events: readonly (readonly [channel: number, frame: number, level: number])[]): PlaceList {
  const list = new PlaceList(RATE / 10)
  list.add(events.map(([channel, frame, level]) => ({ channel, frame, level })))
  return list
}

describe('a mix', () => {
  test('without faults gives nothing to say', () => {
    expect(sampleFindings(stereo)).toEqual([])
  })

  test('whose overs are in both channels tells every place and the worst level', () => {
    const overs = placesOf([
      [1, 96_000, 1.1],
      [0, 96_010, 1.2],
      [1, 192_000, 1.05],
    ])
    const channels = [
      { ...sound, truePeak: 1.2 },
      { ...sound, truePeak: 1.1 },
    ]
    const value = 20 * Math.log10(1.2)
    expect(sampleFindings({ ...stereo, channels, overs })).toEqual([
      {
        kind: 'true-peak-over',
        severity: 'warning',
        at: 2,
        count: 2,
        length: 12 / RATE,
        value,
        channel: null,
        places: [
          { at: 2, value: 1.58, channel: null },
          { at: 4, value: 0.42, channel: 1 },
        ],
      },
    ])
  })

  test('of which a few seconds on end are out of phase tells where', () => {
    const place = (from: number, to: number, correlation: number) => ({ from: from * RATE, to: to * RATE, correlation })
    const phase = { places: [place(0, 1, -0.9), place(2, 6, -0.5), place(7, 10, -0.7)] }
    expect(sampleFindings({ ...stereo, phase })).toEqual([
      finding('out-of-phase', 'notice', {
        at: 2,
        value: -0.7,
        places: [
          { at: 2, value: -0.5, channel: null },
          { at: 7, value: -0.7, channel: null },
        ],
      }),
    ])
    expect(sampleFindings({ ...stereo, phase: { places: [place(0, 1, -0.9)] } })).toEqual([])
  })

  test('of which one side falls silent, weakens or turns over on the way tells from when to when', () => {
    const sideFaults: SampleFacts['sideFaults'] = [
      { kind: 'drops', from: 2, to: 4.5, channel: 1 },
      { kind: 'flips', from: 5, to: null, channel: null },
    ]
    // The cancellation from there on has its own finding.
    const phase = { places: [{ from: 5 * RATE, to: 10 * RATE, correlation: -0.6 }] }
    expect(sampleFindings({ ...stereo, sideFaults, phase })).toEqual([
      finding('channel-drops', 'warning', { at: 2, value: 2.5, channel: 1 }),
      finding('polarity-flips', 'warning', { at: 5 }),
    ])
  })

  test('with one bad channel names it', () => {
    expect(sampleFindings({ ...stereo, channels: [sound, { ...sound, sum: 48_000 }] })).toEqual([
      finding('dc-offset', 'warning', { at: 1, value: 20 * Math.log10(0.1), channel: 1 }),
    ])
  })

  test('in mono of one channel is no stereo fault', () => {
    expect(sampleFindings({ ...stereo, channels: [sound], products: 0, differences: 0 })).toEqual([])
  })

  /** A channel at this level in dBFS. */
  const at = (level: number) => ({ ...sound, squares: 10 * RATE * 10 ** (level / 10) })
  const sides = (left: ChannelLevels, right: ChannelLevels) =>
    sampleFindings({ ...stereo, channels: [left, right], products: 0, differences: left.squares + right.squares }).map(
      ({ kind, channel }) => [kind, channel],
    )

  test('where one channel is empty says which, and neither mono nor out of phase', () => {
    const empty = { ...sound, squares: 0, firstSound: -1, lastSound: -1, samplePeak: 0, truePeak: 0 }
    expect(sampleFindings({ ...stereo, channels: [sound, empty], products: 0, differences: 1000 })).toEqual([
      finding('channel-dead', 'problem', { at: 3, channel: 1 }),
    ])
    expect(sides(empty, at(-20))).toEqual([['channel-dead', 0]])
  })

  test.each([
    [-20, -90, [['channel-dead', 1]]],
    [-58, -78, [['channel-dead', 1]]],
    [-40, -20, [['channel-weak', 0]]],
    [-20, -36, []],
    [-20, -20, []],
    [-60, -70, []],
  ])('of %d and %d dBFS to either side', (left, right, expected) => {
    expect(sides(at(left), at(right))).toEqual(expected)
  })
})

describe('a new version', () => {
  const format = {
    container: 'WAV',
    codec: 'PCM',
    lossless: true,
    sampleRate: 48_000,
    channels: 2,
    bitDepth: 24,
    float: false,
    totalFrames: 480_000,
    durationSeconds: 10,
    bitrateKbps: null,
  }
  const before = { sampleRate: 48_000, bitDepth: 24, channels: 2, totalFrames: 480_000, sha256: 'a', samples: 's24:1' }

  test('of the same shape has not changed', () => {
    expect(versionChanges(before, { format, samples: 's24:2' }, 'b')).toEqual([])
  })

  test('at another rate but of the same length says only the rate', () => {
    expect(
      versionChanges({ ...before, sampleRate: 44_100, totalFrames: 441_000 }, { format, samples: 's24:2' }, 'b'),
    ).toEqual([finding('sample-rate-changed', 'warning', { value: 44_100 })])
  })

  test('in mono says how many channels there were', () => {
    expect(versionChanges(before, { format: { ...format, channels: 1 } }, 'b')).toEqual([
      finding('channels-changed', 'warning', { value: 2 }),
    ])
  })

  test('with the same samples in another file is the same audio, when that is certain', () => {
    expect(versionChanges(before, { format, samples: 's24:1' }, 'b')).toEqual([finding('identical-audio', 'warning')])
    expect(versionChanges({ ...before, samples: undefined }, { format }, 'b')).toEqual([])
    expect(
      versionChanges({ ...before, sampleRate: 96_000, totalFrames: 960_000 }, { format, samples: 's24:1' }, 'b').map(
        ({ kind }) => kind,
      ),
    ).toEqual(['sample-rate-changed'])
  })

  test('that is the very same file says only that', () => {
    expect(versionChanges({ ...before, sampleRate: 1, sha256: 'b' }, { format, samples: 's24:2' }, 'b')).toEqual([
      finding('identical', 'problem'),
    ])
  })
})

describe('places', () => {
  test('that lie close together are one, with the loudest of their levels', () => {
    const list = placesOf([
      [0, 0, 1.1],
      [0, 4800, 1.3],
      [0, 9600, 1.2],
      [0, 20_000, 1.05],
    ])
    expect([list.count, list.worst(10)]).toEqual([
      2,
      [
        { from: 0, to: 9600, level: 1.3, channel: 0 },
        { from: 20_000, to: 20_000, level: 1.05, channel: 0 },
      ],
    ])
  })

  test('go on from block to block', () => {
    const list = placesOf([[0, 4000, 1.1]])
    list.add([{ channel: 1, frame: 8000, level: 1.2 }])
    list.add([])
    expect(list.worst(10)).toEqual([{ from: 4000, to: 8000, level: 1.2, channel: null }])
  })

  test('of a mix full of them are the first and the loudest, in time order, and all are counted', () => {
    const list = placesOf(Array.from({ length: 5000 }, (_, i) => [0, i * RATE, 1 + (i % 100) / 100] as const))
    expect(list.count).toBe(5000)
    expect(list.worst(3).map(({ from }) => from / RATE)).toEqual([0, 99, 199])
  })
})

describe('the phase of a stereo recording', () => {
  const second = (at: number, products: number, energy: number) =>
    [at * RATE, RATE, { products, left: energy, right: energy }] as const

  test('is looked at second by second; what is silent has none', () => {
    const watch = new PhaseWatch(RATE)
    watch.add(...second(0, 1000, 1000))
    watch.add(...second(1, 500, 2000))
    watch.add(...second(2, -400, 3000))
    watch.add(...second(3, 600, 4000))
    watch.add(...second(4, 600 - 1e-4, 4000 + 1e-4))
    expect(watch.places).toEqual([{ from: RATE, to: 3 * RATE, correlation: -0.9 }])
  })
})

describe('loudness of energy cells', () => {
  test('of less than 0.4 s does not exist', () => {
    expect(gatedLoudness(new Float32Array(39).fill(0.1))).toEqual({
      integrated: null,
      range: null,
      momentaryMax: null,
      shortTermMax: null,
    })
  })

  test('of a region counts that region only', () => {
    const cells = new Float32Array(1000).fill(0.001)
    cells.fill(0.1, 400, 800)
    expect(gatedLoudness(cells, 400, 800).integrated).toBeCloseTo(-0.691 - 10, 4)
    expect(gatedLoudness(cells, 0, 400).integrated).toBeCloseTo(-0.691 - 30, 4)
  })

  test('after something loud, silence is silence', () => {
    const cells = new Float32Array(2000)
    cells.fill(1000, 0, 1000)
    expect(gatedLoudness(cells, 1000, 2000).momentaryMax).toBe(null)
  })
})
