import { describe, expect, test } from 'vitest'
import { datesIn, formatAgo, formatPastDay } from './format-date.ts'
import { formatDuration, formatPosition, speakDuration } from './format-duration.ts'
import {
  formatBitsAndRate,
  formatDecibels,
  formatLevel,
  formatLufs,
  formatSampleRate,
  formatSignedLevel,
  formatTruePeak,
} from './format-level.ts'
import { formatBytes, formatCount, formatPercent, formatRate } from './format-size.ts'
import { readerLocale } from './locale.ts'

const { formatDate, formatDateTime, formatDay, formatRelative } = datesIn('en-GB')

/** Friday, 11:20 in the local time zone. */
const now = new Date(2026, 10, 20, 11, 20).getTime()
const minute = 60_000
const hour = 60 * minute
const at = (year: number, month: number, day: number, hours = 9, minutes = 5) =>
  new Date(year, month - 1, day, hours, minutes).getTime()

/** Newer ICU puts narrow spaces between numbers and words. */
const plainSpaces = (words: string) => words.replace(/[\u202f\u00a0]/g, ' ')

describe('sizes', () => {
  test('of bounces are read in decimal units with a decimal where it tells something', () => {
    expect(
      [0, 1, 999, 1000, 812_400, 4_850_000, 48_500_000, 2_900_000_000, 201_000_000, 4.2e12].map(formatBytes),
    ).toEqual(['0 B', '1 B', '999 B', '1 kB', '812 kB', '4.9 MB', '49 MB', '2.9 GB', '201 MB', '4.2 TB'])
  })

  test('go on to the next unit before they round to a thousand', () => {
    expect([999_400, 999_500, 999_499_999, 999_500_000, 9_949_000, 9_950_000].map(formatBytes)).toEqual([
      '999 kB',
      '1.0 MB',
      '999 MB',
      '1.0 GB',
      '9.9 MB',
      '10 MB',
    ])
  })

  test('never fall below nothing', () => expect(formatBytes(-5)).toBe('0 B'))

  test('of transfers come per second', () => expect(formatRate(1_200_000)).toBe('1.2 MB/s'))

  test('say a hundred per cent only when all of it is there', () => {
    expect([0, 0.29, 0.626, 0.9999, 1, 1.2, -1].map(formatPercent)).toEqual([
      '0%',
      '29%',
      '62%',
      '99%',
      '100%',
      '100%',
      '0%',
    ])
  })

  test('group clipped samples by thousands', () => expect(formatCount(1134)).toBe('1,134'))
})

describe('times', () => {
  test('of a song are minutes and seconds, with hours when a set needs them', () => {
    expect([0, 4.9, 59.999, 227.12, 3600, 3729.5].map(formatDuration)).toEqual([
      '0:00',
      '0:04',
      '0:59',
      '3:47',
      '1:00:00',
      '1:02:09',
    ])
  })

  test('of a note are exact to the millisecond and carry over', () => {
    expect([0, 71.2, 80.004, 59.9996, 3599.9999, 3729.004].map(formatPosition)).toEqual([
      '0:00.000',
      '1:11.200',
      '1:20.004',
      '1:00.000',
      '1:00:00.000',
      '1:02:09.004',
    ])
  })

  test('before the start carry a true minus', () => expect(formatPosition(-1.5)).toBe('−0:01.500'))

  test('that nobody knows yet are nought, not NaN', () =>
    expect([formatDuration(Number.NaN), formatPosition(Infinity)]).toEqual(['0:00', '0:00.000']))

  test('are spoken in words', () => {
    expect([72, 3601, 60, 0].map(speakDuration)).toEqual([
      '1 minute 12 seconds',
      '1 hour 1 second',
      '1 minute',
      '0 seconds',
    ])
  })
})

describe('levels', () => {
  test('have one decimal and a true minus', () =>
    expect([-11.64, 0, -0.04, 3].map(formatLevel)).toEqual(['−11.6', '0.0', '0.0', '3.0']))
  test('of silence are minus infinity, also as JSON says it', () =>
    expect([formatLevel(null), formatLevel(-Infinity)]).toEqual(['−∞', '−∞']))
  test('over full scale wear their plus', () =>
    expect([0.42, -1.4, 0, 0.04].map(formatSignedLevel)).toEqual(['+0.4', '−1.4', '0.0', '0.0']))
  test('come with their unit', () =>
    expect([formatLufs(-14), formatDecibels(-6.02), formatTruePeak(0.4)]).toEqual([
      '−14.0 LUFS',
      '−6.0 dB',
      '+0.4 dBTP',
    ]))
  test('stand beside rates as engineers say them', () => {
    expect([44_100, 48_000, 192_000, 11_025].map(formatSampleRate)).toEqual(['44.1', '48', '192', '11.03'])
    expect([formatBitsAndRate(24, 48_000), formatBitsAndRate('AAC', 44_100)]).toEqual(['24/48', 'AAC/44.1'])
  })
})

describe('dates', () => {
  test('in a column are as short as they can be', () => {
    expect(
      [at(2026, 11, 19), at(2026, 11, 21), at(2026, 11, 17), at(2026, 11, 12), at(2025, 11, 12)].map((instant) =>
        formatDay(instant, now),
      ),
    ).toEqual(['Yesterday', 'Tomorrow', 'Tue', '12 Nov', '12 Nov 2025'])
    expect(formatDay(at(2026, 11, 20, 10, 42), now)).toBe('10:42')
  })

  test('count midnights, not hours: late last night was yesterday', () => {
    expect(formatDay(at(2026, 11, 19, 23, 59), at(2026, 11, 20, 0, 1))).toBe('Yesterday')
  })

  test('are told from now while they are near', () => {
    expect(
      [
        now - 20_000,
        now - 5 * minute,
        now - 3 * hour,
        now + 90 * minute,
        at(2026, 11, 19),
        at(2026, 11, 22),
        at(2026, 10, 1),
      ].map((instant) => formatRelative(instant, now)),
    ).toEqual(['now', '5 minutes ago', '3 hours ago', 'in 1 hour', 'yesterday', 'in 2 days', '1 Oct 2026'])
  })

  test('of what has happened are never ahead, whatever the clocks say', () => {
    expect([now + 90 * minute, now + 20_000, now - 5 * minute].map((instant) => formatAgo(instant, now))).toEqual([
      'now',
      'now',
      '5 minutes ago',
    ])
    expect([formatPastDay(at(2026, 11, 21), now), formatPastDay(at(2026, 11, 19), now)]).toEqual([
      formatPastDay(now, now),
      'Yesterday',
    ])
  })

  test('are complete where they are a record', () => {
    expect(formatDate(at(2026, 12, 4))).toBe('4 Dec 2026')
    expect(plainSpaces(formatDateTime(at(2026, 12, 4, 16, 30)))).toMatch(/^Friday,? 4 December 2026 at 16:30$/)
  })

  test('follow the reader’s English, or put the day first', () => {
    expect([readerLocale(['de-DE', 'en-US']), readerLocale(['de-DE']), readerLocale([])]).toEqual([
      'en-US',
      'en-GB',
      'en-GB',
    ])
  })

  test('is one that can be formatted in, whatever the browser names', () => {
    for (const strange of ['en-US@posix', 'en-', 'en-US.UTF-8', 'C', '', 'POSIX']) {
      expect(readerLocale([strange])).toBe('en-GB')
      expect(readerLocale([strange, 'en-AU'])).toBe('en-AU')
    }
  })
})
