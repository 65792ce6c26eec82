import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { analyse } from '#server/media/analyse-upload.ts'

const folder = mkdtempSync(join(tmpdir(), 'roughmix-layouts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const RATE = 48_000
const FRAMES = 3 * RATE

/** 16 bits with a channel mask, and a tone of −20 dBFS in one channel only. */
function extensibleWav(channels: number, mask: number, sounding: number): Uint8Array {
  const bytes = FRAMES * channels * 2
  const view = new DataView(new ArrayBuffer(68 + bytes))
  const write = (at: number, text: string) => [...text].forEach((x, i) => view.setUint8(at + i, x.charCodeAt(0)))
  write(0, 'RIFF')
  view.setUint32(4, 60 + bytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 40, true)
  view.setUint16(20, 0xfffe, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * channels * 2, true)
  view.setUint16(32, channels * 2, true)
  view.setUint16(34, 16, true)
  view.setUint16(36, 22, true)
  view.setUint16(38, 16, true)
  view.setUint32(40, mask, true)
  // The GUID of PCM.
  for (const [i, byte] of [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71].entries())
    view.setUint8(44 + i, byte)
  write(60, 'data')
  view.setUint32(64, bytes, true)
  for (let i = 0; i < FRAMES; i++)
    view.setInt16(
      68 + (i * channels + sounding) * 2,
      Math.round(3276.8 * Math.sin((2 * Math.PI * 997 * i) / RATE)),
      true,
    )
  return new Uint8Array(view.buffer)
}

/** The same tone in a CAF with a layout tag, whose lower half is the number of channels. */
function taggedCaf(tag: number, sounding: number): Uint8Array {
  const channels = tag % 65_536
  const samples = extensibleWav(channels, 0, sounding).subarray(68)
  const view = new DataView(new ArrayBuffer(104))
  const write = (at: number, text: string) => [...text].forEach((x, i) => view.setUint8(at + i, x.charCodeAt(0)))
  write(0, 'caff')
  view.setUint16(4, 1)
  write(8, 'desc')
  view.setBigInt64(12, 32n)
  view.setFloat64(20, RATE)
  write(28, 'lpcm')
  for (const [at, value] of [2, channels * 2, 1, channels, 16].entries()) view.setUint32(32 + at * 4, value)
  write(52, 'chan')
  view.setBigInt64(56, 12n)
  view.setUint32(64, tag)
  write(76, 'free')
  view.setBigInt64(80, 0n)
  write(88, 'data')
  view.setBigInt64(92, BigInt(samples.length + 4))
  return Buffer.concat([new Uint8Array(view.buffer), samples])
}

/** The same tone in a WAV without a mask, whose tracks have these formats of the common definitions. */
function admWav(formats: readonly string[], sounding: number): Uint8Array {
  const wav = extensibleWav(formats.length, 0, sounding)
  const chna = Buffer.alloc(12 + 40 * formats.length)
  chna.write('chna', 0, 'latin1')
  chna.writeUInt32LE(chna.length - 8, 4)
  formats.forEach((format, i) => {
    chna.writeUInt16LE(i + 1, 12 + 40 * i)
    chna.write(`ATU_0000000${i + 1}AT_0001${format}_01AP_00010003`, 14 + 40 * i, 'latin1')
  })
  const all = Buffer.concat([wav, chna])
  all.writeUInt32LE(all.length - 8, 4)
  return all
}

async function measured(channels: number, mask: number, sounding: number) {
  return measuredFile(`${channels}-${mask}-${sounding}.wav`, extensibleWav(channels, mask, sounding))
}

async function measuredFile(name: string, bytes: Uint8Array) {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const outcome = await analyse({ path, outputs: null })
  if (!outcome.ok) throw new Error(outcome.detail)
  return { names: outcome.report.stream.speakers?.join(' '), loudness: outcome.report.loudness.integrated }
}

// A tone of −20 dBFS in one channel has −23 LUFS; at 997 Hz, the K-weighting cancels the constant of −0.691 dB.
test.each([
  ['5.1 with its surrounds beside, the left of them', 6, 0x60f, 4, 'L R C LFE Ls Rs', -21.5],
  ['5.1 with its surrounds behind, the right of them', 6, 0x3f, 5, 'L R C LFE Ls Rs', -21.5],
  ['quadrophony, the left one behind', 4, 0x33, 2, 'L R Ls Rs', -21.5],
  ['three in front and one behind, which is that one', 4, 0x107, 3, 'L R C Cs', -23],
  ['7.1, the left one behind', 8, 0x63f, 4, 'L R C LFE Lb Rb Ls Rs', -23],
  ['7.1, the left one beside', 8, 0x63f, 6, 'L R C LFE Lb Rb Ls Rs', -21.5],
  ['7.1 of films, left of the centre', 8, 0xff, 6, 'L R C LFE Ls Rs Lc Rc', -23],
  ['5.1.4, the left one above', 10, 0x2d60f, 6, 'L R C LFE Ls Rs Ltf Rtf Ltb Rtb', -23],
])('the channel mask gives names and weights: %s', async (_, channels, mask, sounding, names, loudness) => {
  const found = await measured(channels, mask, sounding)
  expect(found.names).toBe(names)
  expect(found.loudness).toBeCloseTo(loudness, 1)
})

test('channels of a CAF have their own order', async () => {
  const [centre, surround, low] = await Promise.all(
    [4, 2, 5].map((sounding) => measuredFile(`${sounding}.caf`, taggedCaf(0x7a0006, sounding))),
  )
  expect(centre).toEqual({ names: 'L R Ls Rs C LFE', loudness: expect.closeTo(-23, 1) })
  expect(surround?.loudness).toBeCloseTo(-21.5, 1)
  expect(low?.loudness).toBeNull()
})

test('loudspeakers of ADM give names and weights behind the samples', async () => {
  const formats = ['0003', '0005', '0006', '0004', '0001', '0002']
  const found = await measuredFile('adm.wav', admWav(formats, 1))
  expect(found).toEqual({ names: 'C Ls Rs LFE L R', loudness: expect.closeTo(-21.5, 1) })
})

test('the low-frequency channel does not count, wherever the mask has it', async () => {
  expect((await measured(6, 0x60f, 3)).loudness).toBeNull()
  expect((await measured(12, 0x2d63f, 3)).loudness).toBeNull()
})
