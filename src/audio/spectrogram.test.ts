import { describe, expect, test } from 'vitest'
import { byteLevel, parseSpectrogramHeader, rowFrequency, SPECTROGRAM_ROWS } from '#audio/spectrogram-file.ts'
import { SpectrogramMaker } from '#audio/spectrogram-maker.ts'

function tone(frequency: number, decibels: number, sampleRate: number, seconds: number): Float64Array {
  const amplitude = 10 ** (decibels / 20)
  return Float64Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, n) => amplitude * Math.sin((2 * Math.PI * frequency * n) / sampleRate),
  )
}

/** The whole file, made from blocks of odd sizes. */
function made(channels: readonly Float64Array[], sampleRate: number, saidSeconds = 1) {
  const maker = new SpectrogramMaker(sampleRate, channels.length === 1 ? 1 : 2, saidSeconds)
  const length = channels[0]?.length ?? 0
  const pieces = []
  for (let at = 0; at < length; at += 5000)
    pieces.push(...maker.add(channels.map((channel) => channel.subarray(at, at + 5000))))
  pieces.push(...maker.finish())
  const file = new Uint8Array(Math.max(...pieces.map(({ position, bytes }) => position + bytes.length)))
  for (const { position, bytes } of pieces) file.set(bytes, position)
  const header = parseSpectrogramHeader(file.buffer)
  const column = (level: number, index: number, channel = 0) => {
    const at = (header.levels[level]?.byteOffset ?? 0) + (index * header.channels + channel) * SPECTROGRAM_ROWS
    return Array.from(file.subarray(at, at + SPECTROGRAM_ROWS), (byte) => byteLevel(header, byte))
  }
  return { header, file, column }
}

const loudest = (levels: readonly number[]) => levels.indexOf(Math.max(...levels))

describe('the spectrogram', () => {
  test.each([
    [1000, 44_100],
    [1000, 48_000],
    [1000, 96_000],
    [1000, 192_000],
    [997, 48_000],
    [1003.9, 48_000],
    [8000, 48_000],
    [200, 48_000],
  ])('shows a tone of %d Hz at −20 dBFS in its row and at its level, at %i Hz', (frequency, sampleRate) => {
    const { header, column } = made([tone(frequency, -20, sampleRate, 2)], sampleRate)
    header.levels.forEach(({ columns }, level) => {
      const levels = column(level, columns >> 1)
      const row = loudest(levels)
      const spread = sampleRate / header.windowFrames
      expect(rowFrequency(header, row)).toBeLessThan(frequency + spread)
      expect(rowFrequency(header, row + 1)).toBeGreaterThan(frequency - spread)
      expect(Math.abs(Math.max(...levels) + 20)).toBeLessThan(0.5)
    })
  })

  test('shows silence as nothing, and what is beside a tone as far below it', () => {
    const { column } = made([new Float64Array(48_000)], 48_000)
    expect(Math.max(...column(0, 20))).toBe(-120)
    const beside = made([tone(1000, 0, 48_000, 1)], 48_000)
    const row = beside.column(0, 20).findIndex((_, i) => rowFrequency(beside.header, i) > 2000)
    expect(beside.column(0, 20)[row]).toBeLessThan(-80)
  })

  test('keeps left and right apart', () => {
    const { header, column } = made([tone(500, -6, 48_000, 1), tone(4000, -30, 48_000, 1)], 48_000)
    const [left, right] = [column(0, 20, 0), column(0, 20, 1)]
    expect(header.channels).toBe(2)
    expect([Math.max(...left), Math.max(...right)].map(Math.round)).toEqual([-6, -30])
    expect(rowFrequency(header, loudest(left))).toBeCloseTo(500, -2)
    expect(rowFrequency(header, loudest(right))).toBeCloseTo(4000, -3)
  })

  test('shows when a sound begins', () => {
    const sound = new Float64Array(48_000)
    sound.set(tone(3000, -10, 48_000, 0.5), 24_000)
    const { header, column } = made([sound], 48_000)
    const first = Array.from({ length: header.levels[0]?.columns ?? 0 }, (_, i) => Math.max(...column(0, i))).findIndex(
      (level) => level > -20,
    )
    expect(Math.abs(first * 1024 - 24_000)).toBeLessThan(2048)
  })

  test('has a column for every stretch of the recording at every level, and coarser ones where it is long', () => {
    const { header, file } = made([tone(440, -20, 48_000, 30)], 48_000)
    const frames = 30 * 48_000
    expect(header.levels.map(({ framesPerColumn, columns }) => [framesPerColumn, columns])).toEqual([
      [1024, Math.ceil(frames / 1024)],
      [4096, Math.ceil(frames / 4096)],
    ])
    const last = header.levels.at(-1)
    expect(file.length).toBe((last?.byteOffset ?? 0) + (last?.columns ?? 0) * SPECTROGRAM_ROWS)
    expect(made([tone(440, -20, 48_000, 1)], 48_000, 3600).header.levels[0]?.framesPerColumn).toBe(4096)
  })

  test('has the last column of every level, however little of the recording is in it', () => {
    const { header, file, column } = made([tone(440, -20, 48_000, 2_097_153 / 48_000)], 48_000)
    expect(header.levels.map(({ columns }) => columns)).toEqual([2049, 513, 129])
    expect(file.length).toBe((header.levels[2]?.byteOffset ?? 0) + 129 * SPECTROGRAM_ROWS)
    header.levels.forEach(({ columns }, level) =>
      expect(Math.max(...column(level, columns - 1)), `level ${level}`).toBeGreaterThan(-50),
    )
  })

  test('of one frame is one column', () =>
    expect(made([new Float64Array(1)], 48_000).header.levels.map(({ columns }) => columns)).toEqual([1]))

  test('is not read from other files', () =>
    expect(() => parseSpectrogramHeader(new ArrayBuffer(512))).toThrow(RangeError))
})
