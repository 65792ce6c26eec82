import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOfBytes } from './marker-text.ts'
import { textOfUtf8, textOfWindows, utf8Bytes, windowsByte } from './text-bytes.ts'

test('UTF-8 is what everybody else writes and reads', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(Buffer.from(utf8Bytes(text)).toString()).toBe(text)
      expect(textOfUtf8(utf8Bytes(text))).toBe(text)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6 }), (bytes) => {
      expect(textOfUtf8(bytes)).toBe(textByOthers(bytes))
    }),
    { numRuns: 3000 },
  )
})

test('Windows Latin-1 goes there and back', () => {
  for (const letter of 'Aé€“”–—…ÿ') expect(textOfWindows(new Uint8Array([windowsByte(letter) ?? 0]))).toBe(letter)
  expect([windowsByte('ő'), windowsByte('🔥')]).toEqual([undefined, undefined])
})

test('a text is read in whichever of these it is', () => {
  expect(textOfBytes(Buffer.from('Trémolo'))).toBe('Trémolo')
  expect(textOfBytes(Buffer.from('Trémolo', 'latin1'))).toBe('Trémolo')
  expect(textOfBytes(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Trémolo', 'utf16le')]))).toBe('Trémolo')
})

function textByOthers(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
