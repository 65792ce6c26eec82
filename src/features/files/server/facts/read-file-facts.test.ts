import { deflateSync } from 'node:zlib'
import { downloadZip } from 'client-zip'
import { expect, test } from 'vitest'
import { factsIn } from './read-file-facts.ts'

const factsOf = (bytes: Buffer) =>
  factsIn((start, end) => Promise.resolve(bytes.subarray(start, end + 1)), bytes.byteLength)
const zip = async (files: Readonly<Record<string, Buffer>>) =>
  Buffer.from(await downloadZip(Object.entries(files).map(([name, input]) => ({ name, input }))).arrayBuffer())

function wav(sampleRate: number, bits: number): Buffer {
  const bytes = Buffer.alloc(44 + 600)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.byteLength - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(2, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE((sampleRate * 2 * bits) / 8, 28)
  bytes.writeUInt16LE((2 * bits) / 8, 32)
  bytes.writeUInt16LE(bits, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(600, 40)
  return bytes
}

test('stems in a ZIP are counted, and their format is told if all have the same', async () => {
  const stems = { 'Stems/Bass.wav': wav(48_000, 24), 'Stems/Kick.wav': wav(48_000, 24) }
  const shadows = { '__MACOSX/Stems/._Bass.wav': Buffer.from('x'), 'Stems/.DS_Store': Buffer.from('x') }
  expect(await factsOf(await zip({ ...stems, ...shadows }))).toEqual({
    kind: 'archive',
    fileCount: 2,
    wav: { count: 2, sampleRate: 48_000, bits: 24 },
  })
  expect(await factsOf(await zip({ ...stems, 'Vox.wav': wav(44_100, 16), 'notes.txt': Buffer.from('hi') }))).toEqual({
    kind: 'archive',
    fileCount: 4,
    wav: { count: 3, sampleRate: null, bits: null },
  })
})

test('a name is no proof: what is called WAV and is none is only counted', async () => {
  const bytes = await zip({ 'Bass.wav': wav(48_000, 24), 'Kick.wav': Buffer.alloc(9000, 7) })
  expect(await factsOf(bytes)).toEqual({ kind: 'archive', fileCount: 2, wav: null })
})

test('an archive in an archive stays closed, and a document that is packed as a ZIP is none', async () => {
  const inner = await zip({ 'Bass.wav': wav(48_000, 24) })
  expect(await factsOf(await zip({ 'inner.zip': inner }))).toEqual({ kind: 'archive', fileCount: 1, wav: null })
  expect(await factsOf(await zip({ '[Content_Types].xml': Buffer.from('<x/>') }))).toBeNull()
})

test('a damaged archive, and one that names too many files, tell nothing', async () => {
  const bytes = await zip({ 'Bass.wav': wav(48_000, 24) })
  expect(await factsOf(bytes.subarray(0, 400))).toBeNull()
  const lying = Buffer.from(bytes)
  lying.writeUInt16LE(60_000, lying.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 10)
  expect(await factsOf(lying)).toBeNull()
})

test('a PDF says how many pages it has, also where its objects are packed', async () => {
  const plain =
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 7 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n'
  expect(await factsOf(Buffer.from(plain))).toEqual({ kind: 'pdf', pages: 7 })
  // Saved again with a page less: the last object of its number counts.
  const again = `${plain}2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 6 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n`
  expect(await factsOf(Buffer.from(again))).toEqual({ kind: 'pdf', pages: 6 })
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 12 >>']
  const places = `1 0 2 ${objects[0]?.length} `
  const packed = deflateSync(Buffer.from(places + objects.join('')))
  const head = `/Type /ObjStm /N 2 /First ${places.length} /Filter /FlateDecode /Length ${packed.byteLength}`
  const pdf = [`%PDF-1.5\n9 0 obj\n<< ${head} >>\nstream\n`, packed, '\nendstream\nendobj\n<< /Root 1 0 R >>\n']
  expect(await factsOf(Buffer.concat(pdf.map((part) => Buffer.from(part))))).toEqual({ kind: 'pdf', pages: 12 })
  expect(await factsOf(Buffer.from('%PDF-1.7\nlyrics'))).toBeNull()
})

test('a picture says its size, a text its lines, a WAV its format', async () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), Buffer.alloc(40)])
  png.writeUInt32BE(3000, 16)
  png.writeUInt32BE(2000, 20)
  expect(await factsOf(png)).toEqual({ kind: 'picture', width: 3000, height: 2000 })
  const jpeg = Buffer.from('ffd8ffe000040000ffc0000b080258032003012200ffffffffffffffffffffff', 'hex')
  expect(await factsOf(jpeg)).toEqual({ kind: 'picture', width: 800, height: 600 })
  expect(await factsOf(Buffer.from('Verse\r\nChorus\n\n'))).toEqual({ kind: 'text', lines: 2 })
  expect(await factsOf(wav(96_000, 16))).toEqual({ kind: 'wav', sampleRate: 96_000, bits: 16, channels: 2 })
  expect(await factsOf(Buffer.alloc(300, 200))).toBeNull()
})

test('a PDF that names objects without end tells nothing, instead of holding up the server', async () => {
  const objects = '1 0 obj << /Pages 2 0 R >> endobj '.repeat(50_000)
  const hostile = `%PDF-1.4\n/Root 1 0 R\n2 0 obj << /Type /Pages /Count 3 >> endobj ${objects}`
  expect(await factsOf(Buffer.from(hostile))).toBeNull()
})
