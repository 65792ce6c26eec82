import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fastestOf } from '#testing/fastest-of.ts'
import { readAuditionMarkers, writeAuditionMarkers } from './audition-markers.ts'
import { readEdlMarkers, rateOfEdl, writeEdlMarkers } from './edl-markers.ts'
import type { Marker, MarkersRead } from './marker.ts'
import { readMidiMarkers } from './midi-markers-reading.ts'
import { writeMidiMarkers } from './midi-markers.ts'
import { readPlainMarkers, writePlainMarkers } from './plain-markers.ts'
import { readReaperMarkers, writeReaperMarkers } from './reaper-markers.ts'
import { frameRates } from './timecode.ts'

const kick = { at: 12.5, end: null, text: 'Kick and bass, together' }
const snare = { at: 80.125, end: 84, text: 'Snare "rings" | here\n\n  at 400 Hz' }
const units = { sampleRate: 48_000, frameRate: '25' } as const

/** Text as notes store it: trimmed, without control characters or lone surrogates. */
const texts = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((text) => text.replace(/\p{Cc}/gu, ''))
  .filter((text) => text.trim() !== '')
const text = fc.array(texts, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n').trim())
const evil = fc.constantFrom(
  '=1+1',
  '+a',
  '-b',
  '@SUM(A1)',
  "'=x",
  "''-",
  '| a',
  'a |',
  ' || b',
  '"',
  '"a',
  'a,b;c',
  '#',
  '# Roughmix notes',
  '0:12 x',
  'Ed: x',
  '* LOC: x',
  '|M:a |D:4',
  'a (end)',
  '…',
  'Kick…',
)
/** Positions far enough apart for the coarsest format to keep their order. */
const markers = fc
  .array(
    fc.record({
      gap: fc.double({ min: 0.2, max: 90, noNaN: true }),
      length: fc.option(fc.double({ min: 0.15, max: 30, noNaN: true })),
      text: fc.oneof(text, evil),
    }),
    { maxLength: 12 },
  )
  .map((list) => {
    let at = 0
    return list.map(({ gap, length, text }): Marker => ({
      at: (at += gap),
      end: length === null ? null : at + length,
      text,
    }))
  })

function expectSame(read: MarkersRead | null, written: readonly Marker[], precision: number): void {
  expect(read?.skipped).toEqual([])
  expect(read?.markers.map(({ text, end }) => ({ text, isRange: end !== null }))).toEqual(
    written.map(({ text, end }) => ({ text: text.trim(), isRange: end !== null })),
  )
  const far = read?.markers.filter(
    ({ at, end }, i) =>
      Math.abs(at - (written[i]?.at ?? 0)) > precision || Math.abs((end ?? 0) - (written[i]?.end ?? 0)) > precision,
  )
  expect(far).toEqual([])
}
/** The message of the first failing case. */
const failureOf = (property: fc.IRawProperty<unknown, false>, numRuns = 60) =>
  fc.defaultReportMessage(fc.check(property, { numRuns }))
const everyTime = (claim: (list: readonly Marker[]) => void) => fc.property(markers, claim)
const HALF_MS = 0.000_501

describe('REAPER', () => {
  test('has markers and regions as its manager writes them', () => {
    expect(writeReaperMarkers([kick, { ...snare, text: '=1+1' }])).toBe(
      [
        '#,Name,Start,End,Length',
        'M1,"Kick and bass, together",0:12.500,,',
        "R1,'=1+1,1:20.125,1:24.000,0:03.875",
        '',
      ].join('\r\n'),
    )
  })

  test('comes back as it went', () =>
    expect(
      failureOf(everyTime((list) => expectSame(readReaperMarkers(writeReaperMarkers(list), units), list, HALF_MS))),
    ).toBeUndefined())

  test('is read in minutes, seconds, samples and frames, and with colours; bars are refused', () => {
    const read = (rows: readonly string[]) =>
      readReaperMarkers(['#,Name,Start,End,Length,Color', ...rows].join('\n'), units)
    expect(read(['M1,a,1:02:03.5,,,FF0000', 'R1,b,12.250,,2.000,']).markers).toEqual([
      { at: 12.25, end: 14.25, text: 'b' },
      { at: 3723.5, end: null, text: 'a' },
    ])
    expect(read(['M1,a,0,,', 'M2,b,96000,,']).markers.map(({ at }) => at)).toEqual([0, 2])
    expect(read(['M1,a,00:00:10:05,,']).markers[0]?.at).toBe(10.2)
    expect(read(['M1,a,5.1.00,,', 'M2,,0:01.000,,', 'M3,c,,,'])).toEqual({
      markers: [],
      skipped: [
        { what: 'a', reason: 'bars' },
        { what: '', reason: 'no-text' },
        { what: 'c', reason: 'no-time' },
      ],
      drops: false,
    })
  })
})

describe('Audition', () => {
  test('has a short name and the whole text as description', () => {
    const long = 'The vocal goes under the guitars in the second half of the chorus, every time'
    expect(writeAuditionMarkers([kick, { ...snare, text: long }])).toBe(
      [
        'Name\tStart\tDuration\tTime Format\tType\tDescription',
        'Kick and bass, together\t0:12.500\t0:00.000\tdecimal\tCue\t',
        `The vocal goes under the guitars in the second half of the…\t1:20.125\t0:03.875\tdecimal\tCue\t${long}`,
        '',
      ].join('\r\n'),
    )
  })

  test('comes back as it went', () =>
    expect(
      failureOf(
        everyTime((list) => expectSame(readAuditionMarkers(writeAuditionMarkers(list), units), list, 0.001_001)),
      ),
    ).toBeUndefined())

  test('is read in samples and frames too', () => {
    const read = (start: string, format: string) =>
      readAuditionMarkers(
        `Name\tStart\tDuration\tTime Format\tType\tDescription\nMarker 01\t${start}\t0\t${format}\tCue\t`,
        units,
      ).markers
    expect(read('88200', '44100 Hz')).toEqual([{ at: 2, end: null, text: 'Marker 01' }])
    expect(read('00:00:01:15', '30 fps')[0]?.at).toBe(1.5)
    expect(read('00:00:01:12', 'SMPTE 29.97 fps')[0]?.at).toBeCloseTo(42 / (30_000 / 1001), 9)
  })

  test.each([
    ['00:00:12:30', '75 fps', 12.4],
    ['0:12:30', 'Compact Disc 75 fps', 12.4],
    ['78:12:30', '75 fps', 4692.4],
    ['01:00:00:30', '59.94 fps', (216_030 * 1001) / 60_000],
    ['00:00:01:05', '12.5 fps', 18 / 12.5],
  ])('counts the frames that it names: %s at %s', (start, format, at) => {
    const list = `Name\tStart\tDuration\tTime Format\tType\tDescription\nTrack\t${start}\t0:00:00:00\t${format}\tCue\t`
    expect(readAuditionMarkers(list, units).markers[0]?.at).toBeCloseTo(at, 9)
  })

  test('names the line with a frame that a second does not have at that rate', () => {
    const list = 'Name\tStart\tDuration\tTime Format\tType\tDescription\nTrack\t00:00:01:75\t0\t75 fps\tCue\t'
    expect(readAuditionMarkers(list, units).skipped).toEqual([{ what: 'Track', reason: 'frames' }])
  })
})

describe('MIDI', () => {
  test.each([55, 120, 127.31, 200])(
    'comes back as it went at %d beats a minute, within a millisecond',
    (beatsPerMinute) =>
      expect(
        failureOf(
          everyTime((list) => {
            const plain = list.filter(({ text }) => !text.includes('(end)'))
            const apart = plain.filter(({ text }, i) => plain.findIndex((other) => other.text === text) === i)
            expectSame(readMidiMarkers(writeMidiMarkers(apart, { title: 'Kiln', beatsPerMinute })), apart, 0.001)
          }),
        ),
      ).toBeUndefined(),
  )

  test('is read with changes of tempo, running status, and frames instead of beats', () => {
    const file = (division: readonly number[], track: readonly number[]) =>
      new Uint8Array([
        ...Buffer.from('MThd'),
        0,
        0,
        0,
        6,
        0,
        1,
        0,
        1,
        ...division,
        ...Buffer.from('MTrk'),
        0,
        0,
        0,
        track.length,
        ...track,
      ])
    const marker = [0xff, 6, 1, 0x41]
    const tempo = [0, 0xff, 0x51, 3, 0x0f, 0x42, 0x40]
    expect(readMidiMarkers(file([0, 96], [0x60, 0x90, 60, 64, 0, 60, 0, ...tempo, 0x60, ...marker]))?.markers).toEqual([
      { at: 1.5, end: null, text: 'A' },
    ])
    expect(readMidiMarkers(file([0xe7, 40], [0x87, 0x68, ...marker]))?.markers[0]?.at).toBe(1)
  })
})

describe('an edit list', () => {
  test('names each place for Avid and for Resolve', () => {
    expect(writeEdlMarkers([kick], { title: 'Kiln', rate: '25' })).toBe(
      [
        'TITLE: Kiln',
        'FCM: NON-DROP FRAME',
        '* FRAME RATE: 25',
        '',
        '001  AX       V     C        00:00:12:13 00:00:12:14 00:00:12:13 00:00:12:14',
        '* LOC: 00:00:12:13 RED     Kick and bass, together',
        ' |C:ResolveColorRed |M:Kick and bass, together |D:1',
        '',
      ].join('\r\n'),
    )
  })

  test('drops numbers at 29.97', () => {
    const list = writeEdlMarkers(
      [
        { ...kick, at: 60 },
        { ...kick, at: 600 },
      ],
      { title: 'Kiln', rate: '29.97' },
    )
    expect(list).toContain('FCM: DROP FRAME')
    expect(list.match(/LOC: \S+/g)).toEqual(['LOC: 00:00:59;28', 'LOC: 00:10:00;00'])
  })

  test.each(frameRates)('comes back as it went at %s frames a second, within a frame', (rate) =>
    expect(
      failureOf(
        everyTime((list) => {
          const edl = writeEdlMarkers(list, { title: 'Kiln', rate })
          expect(rateOfEdl(edl)).toBe(rate)
          expectSame(readEdlMarkers(edl, rate), list, 1 / Number(rate) + 0.001)
        }),
      ),
    ).toBeUndefined(),
  )

  test('drops numbers where its head says so, whatever stands between them', () => {
    const list =
      'TITLE: x\nFCM: DROP FRAME\n001  AX       V     C        01:00:00:00 01:00:00:01 01:00:00:00 01:00:00:01\n' +
      '* LOC: 01:00:00:00 RED One hour'
    expect(rateOfEdl(list)).toBe('29.97')
    expect(readEdlMarkers(list, '29.97').markers[0]?.at).toBeCloseTo(3600, 1)
    expect(readEdlMarkers(list.replace('FCM: DROP', 'FCM: NON-DROP'), '29.97').markers[0]?.at).toBeCloseTo(3603.6, 1)
  })

  test('says which event has no words and which frame there is not', () => {
    const event = '001  AX       V     C        00:00:01:00 00:00:02:00 00:00:01:00 00:00:02:00'
    expect(
      readEdlMarkers(`TITLE: x\n${event}\n${event}\n* LOC: 00:00:01:27 RED Late`, '25').skipped.map(
        ({ reason }) => reason,
      ),
    ).toEqual(['no-label', 'frames'])
  })
})

describe('plain text', () => {
  test('is what one would type', () => {
    expect(
      writePlainMarkers(
        [
          { ...kick, author: 'Cora' },
          { ...snare, author: 'Ed: mix' },
        ],
        { title: 'Kiln' },
      ),
    ).toBe(
      '# Roughmix notes: Kiln\n\n0:12.500 Cora: Kick and bass, together\n' +
        '1:20.125–1:24.000 Ed - mix: Snare "rings" | here\n    \n      at 400 Hz\n',
    )
  })

  test('comes back as it went, without the names', () =>
    expect(
      failureOf(
        everyTime((list) =>
          expectSame(
            readPlainMarkers(
              writePlainMarkers(
                list.map((one) => ({ ...one, author: 'Cora: a' })),
                { title: 'Kiln' },
              ),
            ),
            list,
            HALF_MS,
          ),
        ),
      ),
    ).toBeUndefined())

  test('is read as people write it', () => {
    expect(readPlainMarkers('Notes of Tuesday\n1:02 Kick\n[0:10-0:12.5] Snare: louder\n(0:05) - Hats').markers).toEqual(
      [
        { at: 5, end: null, text: 'Hats' },
        { at: 10, end: 12.5, text: 'Snare: louder' },
        { at: 62, end: null, text: 'Kick' },
      ],
    )
  })
})

test('no text makes a reader stumble or wait', async () => {
  const readers = [
    readPlainMarkers,
    (file: string) => readReaperMarkers(`#,Name,Start\n${file}`, units),
    (file: string) => readAuditionMarkers(`Name\tStart\n${file}`, units),
    (file: string) => readEdlMarkers(file, '29.97'),
  ]
  const letters = fc.constantFrom(
    '0',
    '9',
    ':',
    '.',
    ';',
    ',',
    '"',
    '\t',
    '\n',
    '\r',
    '|',
    '*',
    ' ',
    '-',
    '=',
    "'",
    'M',
    'L',
    '#',
    'é',
    '\0',
    '001  AX  V  C  00:00:01:00 00:00:02:00 00:00:01:00 00:00:02:00\n',
    '* LOC: 00:00:01:00 RED ',
    ' |C:x |M:y |D:99999999\n',
  )
  expect(
    failureOf(
      fc.property(
        fc.array(letters, { maxLength: 300 }).map((all) => all.join('')),
        (file) => readers.forEach((read) => read(file)),
      ),
      200,
    ),
  ).toBeUndefined()
  const tookMs = await fastestOf(2, () => {
    for (const piece of ['"', '0', ' | ', '0:', '=', '001 ', '* LOC: ', '\n', '|'])
      readers.forEach((read) => read(piece.repeat(150_000)))
  })
  expect(tookMs).toBeLessThan(10_000)
})

test('no bytes make the MIDI reader stumble', () => {
  const head = [...Buffer.from('MThd'), 0, 0, 0, 6, 0, 1, 0, 1]
  expect(
    failureOf(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        (bytes) => void readMidiMarkers(new Uint8Array([...head, ...bytes])),
      ),
      300,
    ),
  ).toBeUndefined()
  expect(
    failureOf(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        (bytes) =>
          void readMidiMarkers(new Uint8Array([...head, 0, 96, ...Buffer.from('MTrk'), 0, 0, 1, 144, ...bytes])),
      ),
      300,
    ),
  ).toBeUndefined()
})
