import { describe, expect, test } from 'vitest'
import { fileSpeakers } from '#audio/speakers/file-speakers.ts'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const bytesOf = (bytes: number, value: number) =>
  Uint8Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)) % 256)
const little = (bytes: number, value: number) => bytesOf(bytes, value).toReversed()

function speakersIn(file: Uint8Array, channels: number): string | undefined {
  const names = (bytes: number) =>
    fileSpeakers((at, length) => file.slice(at, Math.min(bytes, at + length)), bytes, channels)
  // A file that was cut anywhere is read without a fault.
  for (let bytes = 0; bytes < file.length; bytes += 7) names(bytes)
  return names(file.length)?.join(' ')
}

describe('ADM', () => {
  const chunk = (id: string, body: Uint8Array) =>
    joined(latin(id), little(4, body.length), body, new Uint8Array(body.length % 2))
  const chna = (...formats: readonly string[]) =>
    chunk(
      'chna',
      joined(
        new Uint8Array(4),
        ...formats.map((format, i) =>
          joined(
            little(2, i + 1),
            latin(`ATU_0000000${i}`.slice(0, 12)),
            latin(format),
            latin('AP_00010003'),
            little(1, 0),
          ),
        ),
      ),
    )
  const wav = (...chunks: readonly Uint8Array[]) => {
    const body = joined(latin('WAVE'), ...chunks)
    return joined(latin('RIFF'), little(4, body.length), body)
  }
  const common = (...numbers: readonly string[]) => numbers.map((number) => `AT_0001${number}_01`)

  test('tracks of the common definitions have known loudspeakers, in any order', () => {
    const names = common('0003', '0001', '0002', '0004', '0005', '0006')
    expect(speakersIn(wav(chna(...names)), 6)).toBe('C L R LFE Ls Rs')
  })

  test('a bed of 7.1.4', () => {
    const names = common('0001', '0002', '0003', '0004', '000a', '000b', '001c', '001d', '0022', '0023', '001e', '001f')
    expect(speakersIn(wav(chna(...names)), 12)).toBe('L R C LFE Ls Rs Lb Rb Ltf Rtf Ltb Rtb')
  })

  const format = (id: string, label: string) =>
    `<audioChannelFormat audioChannelFormatID="AC_${id}" typeDefinition="DirectSpeakers">
       <audioBlockFormat audioBlockFormatID="AB_${id}_00000001"><speakerLabel>${label}</speakerLabel></audioBlockFormat>
     </audioChannelFormat>`

  test('labels in the XML go before the numbers', () => {
    const xml = [
      format('00011001', 'RC_L'),
      format('00011002', 'RC_R'),
      format('00011003', 'urn:itu:bs:2051:1:speaker:M+000'),
      format('00011004', 'RC_LFE'),
      format('00011005', 'RC_Lrs'),
      format('00011006', 'RC_Rrs'),
    ].join('')
    const tracks = ['1001', '1002', '1003', '1004', '1005', '1006'].map((id) => `AT_0001${id}_01`)
    expect(speakersIn(wav(chna(...tracks), chunk('axml', latin(xml))), 6)).toBe('L R C LFE Ls Rs')
  })

  test('a track leads to its channel by way of its stream', () => {
    const track = (id: string, stream: string) =>
      `<audioTrackFormat audioTrackFormatID="${id}">` +
      `<audioStreamFormatIDRef>${stream}</audioStreamFormatIDRef></audioTrackFormat>`
    const stream = (id: string, channel: string) =>
      `<audioStreamFormat audioStreamFormatID="${id}">` +
      `<audioChannelFormatIDRef>${channel}</audioChannelFormatIDRef></audioStreamFormat>`
    const xml = `${track('AT_00019001_01', 'AS_00019001')}${stream('AS_00019001', 'AC_00010003')}`
    expect(speakersIn(wav(chna('AT_00019001_01', ...common('0001', '0002')), chunk('axml', latin(xml))), 3)).toBe(
      'C L R',
    )
  })

  test.each([
    ['a channel has no track', common('0001', '0002', '0003')],
    ['a loudspeaker has two channels', common('0001', '0002', '0003', '0003')],
    ['a number is nobody’s', common('0001', '0002', '0003', '0777')],
    ['a loudspeaker is below the listener', common('0001', '0002', '0003', '0015')],
  ])('nothing is said if %s', (_, names) => {
    expect(speakersIn(wav(chna(...names)), 4)).toBeUndefined()
  })
})

describe('Core Audio', () => {
  const layout = (tag: number, bitmap = 0, labels: readonly number[] = []) =>
    joined(
      bytesOf(4, tag),
      bytesOf(4, bitmap),
      bytesOf(4, labels.length),
      ...labels.map((label) => joined(bytesOf(4, label), new Uint8Array(16))),
    )
  const caf = (body: Uint8Array) =>
    joined(latin('caff'), bytesOf(4, 0x10000), latin('chan'), bytesOf(8, body.length), body)
  const box = (type: string, ...parts: readonly Uint8Array[]) => {
    const body = joined(...parts)
    return joined(bytesOf(4, body.length + 8), latin(type), body)
  }
  const movie = (version: number, extra: number, ...parts: readonly Uint8Array[]) =>
    joined(
      box('ftyp', latin('qt  ')),
      box(
        'moov',
        box('trak', box('mdia', box('hdlr', new Uint8Array(8), latin('vide')))),
        box(
          'trak',
          box(
            'mdia',
            box('hdlr', new Uint8Array(8), latin('soun')),
            box(
              'minf',
              box(
                'stbl',
                box(
                  'stsd',
                  new Uint8Array(8),
                  box('in24', new Uint8Array(8), bytesOf(2, version), new Uint8Array(18 + extra), ...parts),
                ),
              ),
            ),
          ),
        ),
      ),
    )

  test.each([
    ['a tag with the centre behind', caf(layout(0x7a0006)), 6, 'L R Ls Rs C LFE'],
    ['a tag with the centre first', caf(layout(0x7c0006)), 6, 'C L R Ls Rs LFE'],
    ['Apple’s 7.1', caf(layout(0x800008)), 8, 'L R C LFE Ls Rs Lb Rb'],
    ['Apple’s 7.1.4', caf(layout(0xc0000c)), 12, 'L R C LFE Ls Rs Lb Rb Ltf Rtf Ltb Rtb'],
    ['a bitmap', caf(layout(0x10000, 0x3f)), 6, 'L R C LFE Ls Rs'],
    ['one by one', caf(layout(0, 0, [3, 1, 2])), 3, 'C L R'],
    ['QuickTime’s', movie(1, 16, box('chan', new Uint8Array(4), layout(0x7b0006))), 6, 'L C R Ls Rs LFE'],
  ])('%s', (_, file, channels, names) => {
    expect(speakersIn(file, channels)).toBe(names)
  })

  test.each([
    ['is of another number of channels', caf(layout(0x7a0006)), 5],
    ['nobody knows', caf(layout(0xf00006)), 6],
    ['has a discrete channel', caf(layout(0, 0, [1, 2, 0x10000])), 3],
    ['has a loudspeaker twice', caf(layout(0, 0, [1, 2, 2])), 3],
  ])('a layout that %s says nothing', (_, file, channels) => {
    expect(speakersIn(file, channels)).toBeUndefined()
  })

  const positions = (...of: readonly number[]) => box('chnl', new Uint8Array(4), Uint8Array.of(1, 0, ...of))
  test.each([
    ['by positions', movie(0, 0, positions(2, 0, 1, 4, 5, 3)), 6, 'C L R Ls Rs LFE'],
    ['behind without beside', movie(0, 0, positions(0, 1, 2, 3, 8, 9)), 6, 'L R C LFE Ls Rs'],
    [
      'by a configuration',
      movie(0, 0, box('chnl', new Uint8Array(4), Uint8Array.of(1, 6), new Uint8Array(8))),
      6,
      'C L R Ls Rs LFE',
    ],
    ['of version 1', movie(0, 0, box('chnl', Uint8Array.of(1, 0, 0, 0, 0x10, 3, 0, 3, 2, 0, 1))), 3, 'C L R'],
  ])('MP4 names them %s', (_, file, channels, names) => {
    expect(speakersIn(file, channels)).toBe(names)
  })
})

test('a file of another kind says nothing', () => {
  expect(speakersIn(latin('fLaC and some more bytes'), 6)).toBeUndefined()
})
