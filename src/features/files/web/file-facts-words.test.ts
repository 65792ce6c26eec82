import { expect, test } from 'vitest'
import { factsWords } from './file-facts-words.ts'

test('what is in a file is said as a musician would', () => {
  const wav = { count: 12, sampleRate: 48_000, bits: 24 }
  expect(factsWords({ kind: 'archive', fileCount: 12, wav })).toBe('12 WAV files, 48 kHz/24-bit')
  expect(factsWords({ kind: 'archive', fileCount: 14, wav: { ...wav, bits: null } })).toBe('12 WAV files, 2 others')
  expect(factsWords({ kind: 'archive', fileCount: 1, wav: null })).toBe('1 file')
  expect(factsWords({ kind: 'pdf', pages: 1 })).toBe('1 page')
  expect(factsWords({ kind: 'text', lines: 40 })).toBe('40 lines')
  expect(factsWords({ kind: 'wav', sampleRate: 44_100, bits: 16, channels: 2 })).toBe('44.1 kHz/16-bit, stereo')
  expect(factsWords(null)).toBe('')
})
