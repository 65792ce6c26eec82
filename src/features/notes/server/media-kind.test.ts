import { expect, test } from 'vitest'
import { mediaKind } from './media-kind.ts'

const head = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['GIF89a\x01\0', 'image/gif'],
  ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x20ftypavif', 'image/avif'],
  ['RIFF\x24\0\0\0WAVEfmt ', 'audio/wav'],
  ['fLaC\0\0\0\x22', 'audio/flac'],
  ['OggS\0\x02', 'audio/ogg'],
  ['\x1a\x45\xdf\xa3\x9f', 'audio/webm'],
  ['ID3\x04\0', 'audio/mpeg'],
  ['\xff\xfb\x90\x64', 'audio/mpeg'],
  ['\0\0\0\x18ftypM4A ', 'audio/mp4'],
])('knows %j as %s', (bytes, mediaType) => expect(mediaKind(head(bytes))?.mediaType).toBe(mediaType))

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">',
  '<!doctype html><script>alert(1)</script>',
  '%PDF-1.7',
  'MZ\x90\0',
  '',
  'RIFF\x24\0\0\0AVI ',
  '\0\0\0\x18ftypqt  ',
])('takes %j for nothing to show', (bytes) => expect(mediaKind(head(bytes))).toBeUndefined())
