import { expect, test } from 'vitest'
import { fileKindOf, fileNameKey } from './file-kinds.ts'

test.each([
  ['Glasshouse_v6_stems.zip', 'stems'],
  ['KITE STEMS.7z', 'stems'],
  ['Kite multi-tracks.tar.gz', 'stems'],
  ['systems.zip', 'archive'],
  ['stems.txt', 'document'],
  ['Glasshouse.rpp', 'session'],
  ['Kite.als', 'session'],
  ['lyrics.PDF', 'document'],
  ['cover 3000.png', 'picture'],
  ['strings.mid', 'midi'],
  ['room tone.wav', 'audio'],
  ['teaser.mp4', 'video'],
  ['README', 'other'],
  ['.hidden', 'other'],
  ['constructor.toString', 'other'],
  ['a.', 'other'],
])('%s is %s', (name, kind) => expect(fileKindOf(name)).toBe(kind))

test('names are the same file in any case, spacing and form of an accent', () => {
  expect(fileNameKey('Cafe\u0301  Lyrics.PDF')).toBe(fileNameKey('CAF\u00c9 lyrics.pdf'))
  expect(fileNameKey('Lyrics.pdf')).not.toBe(fileNameKey('Lyrics.txt'))
})
