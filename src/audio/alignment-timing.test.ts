import { describe, expect, test } from 'vitest'
import { timingOf } from '#audio/alignment-timing.ts'
import type { FoundLag, TimedPlace } from '#audio/alignment-timing.ts'

/** Twenty places over ten minutes, each with the offset that the function returns. */
const places = (
  lag: (at: number) => number,
  fits: (off: number) => Pick<TimedPlace, 'own' | 'chosen'>,
): readonly TimedPlace[] =>
  Array.from({ length: 20 }, (_, i) => ({ at: i * 30, lag: lag(i * 30), ...fits(lag(i * 30)) }))
/** Each frame of offset costs a fiftieth of the correlation. */
const worse = (off: number) => ({ own: 0.995, chosen: Math.max(0, 0.995 - Math.abs(off) / 50) })

const found = (correlation: number, second: number, right: Partial<FoundLag['sides'][1]> = {}): FoundLag => ({
  correlation,
  second,
  together: correlation,
  sides: [
    { lag: 0, correlation },
    { lag: 0, correlation, ...right },
  ],
})

describe('the timing of an alignment', () => {
  test('is steady where every place lies where the others do', () => {
    expect(
      timingOf(
        places(() => 0, worse),
        found(0.995, 0.4),
      ),
    ).toBe('steady')
  })

  test('drifts by a few frames in ten minutes, either way', () => {
    for (const sign of [1, -1])
      expect(
        timingOf(
          places((at) => sign * (at / 100 - 3), worse),
          found(0.99, 0.4),
        ),
      ).toBe('varies')
  })

  test('drifts where the places wander to and fro', () => {
    expect(
      timingOf(
        places((at) => 4 * Math.sin(at), worse),
        found(0.97, 0.4),
      ),
    ).toBe('varies')
  })

  test('is steady where a filter delays low notes by a frame or two, which fits hardly better', () => {
    expect(
      timingOf(
        places(
          (at) => (at % 60 === 0 ? 1.5 : 0),
          () => ({ own: 0.96, chosen: 0.957 }),
        ),
        found(0.96, 0.4),
      ),
    ).toBe('steady')
  })

  test('varies where one side is later than the other', () => {
    expect(
      timingOf(
        places(
          () => 0,
          () => ({ own: 0.9, chosen: 0.9 }),
        ),
        {
          ...found(1, 0.4),
          together: 0.75,
          sides: [
            { lag: 0, correlation: 1 },
            { lag: 48, correlation: -0.99 },
          ],
        },
      ),
    ).toBe('varies')
    expect(
      timingOf(
        places(() => 0, worse),
        found(1, 0.4, { lag: 48, correlation: 0.3 }),
      ),
    ).toBe('steady')
  })

  test('says nothing of places that are not the same sound, as beyond a cut', () => {
    expect(
      timingOf(
        places(
          (at) => at,
          () => ({ own: 0.6, chosen: 0.1 }),
        ),
        found(1, 0.4),
      ),
    ).toBe('steady')
  })

  test('is ambiguous where another offset fits nearly as well, but not where this one fits perfectly', () => {
    expect(
      timingOf(
        places(
          () => 0,
          () => ({ own: 0.95, chosen: 0.95 }),
        ),
        found(0.95, 0.94),
      ),
    ).toBe('ambiguous')
    expect(
      timingOf(
        places(
          () => 0,
          () => ({ own: 1, chosen: 1 }),
        ),
        found(1, 0.999),
      ),
    ).toBe('steady')
  })
})
