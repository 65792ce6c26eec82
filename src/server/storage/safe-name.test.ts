import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extensionOf, givenName, safeName } from './safe-name.ts'
import { checkedKey } from './storage-key.ts'

const anyText = oneof(
  string({ unit: 'binary', maxLength: 300 }),
  string({ unit: 'grapheme', maxLength: 120 }),
  constantFrom(
    '',
    '.',
    '..',
    '../../etc/passwd',
    'CON',
    'nul.wav',
    'a\u0000.wav',
    '\ud800.wav',
    `${'é'.repeat(200)}.aiff`,
    ' . wav',
  ),
)

describe('a safe file name', () => {
  test('can always be the end of a storage key', () => {
    assert(
      property(anyText, (text) => {
        const name = safeName(text)
        expect(checkedKey(`projects/p/t/v/${name}`)).toContain(name)
        expect(name.includes('/')).toBe(false)
      }),
    )
  })

  test('has at most 200 bytes and one normal form', () => {
    assert(
      property(anyText, (text) => {
        const name = safeName(text)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
        expect(name.normalize('NFC')).toBe(name)
        expect(name.length).toBeGreaterThan(0)
      }),
    )
  })

  test('stays as it is when it is made safe again', () => {
    assert(
      property(anyText, (text) => {
        expect(safeName(safeName(text))).toBe(safeName(text))
      }),
    )
  })

  test('keeps a short extension however long the name is', () => {
    assert(
      property(anyText, constantFrom('.wav', '.aiff', '.flac', '.m4a'), (text, extension) => {
        expect(safeName(`x${text}${extension}`).endsWith(extension)).toBe(true)
      }),
    )
  })

  test.each([
    ['Nachtfahrt (Rohmix) v3.wav', 'Nachtfahrt (Rohmix) v3.wav'],
    ['夜のドライブ.flac', '夜のドライブ.flac'],
    ['أغنية ١.mp3', 'أغنية ١.mp3'],
    ['cafe\u0301.wav', 'café.wav'],
    ['AC/DC: live?.wav', 'AC_DC_ live_.wav'],
    ['...hidden.wav', 'hidden.wav'],
    ['con.wav', '_con.wav'],
    ['\u202Evaw.exe', '_vaw.exe'],
    ['   ', 'file'],
    ['..', 'file'],
  ])('of %j is %j', (given, expected) => {
    expect(safeName(given)).toBe(expected)
  })
})

test('the name people see is what they called the file, without its folders', () => {
  expect(['C:\\Bounces\\Mix: final?.wav', 'a/b/ç.flac', '..', ''].map(givenName)).toEqual([
    'Mix: final?.wav',
    'ç.flac',
    'file',
    'file',
  ])
})

test('an extension is short and lower case', () => {
  expect(['a.WAV', 'a', '.hidden', 'mix 1.2 final', 'a.flac'].map(extensionOf)).toEqual(['.wav', '', '', '', '.flac'])
})
