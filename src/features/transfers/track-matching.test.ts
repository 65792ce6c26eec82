import { describe, expect, test } from 'vitest'
import { hasSameSize, matchTrack, sameBytes, sameNameAndSize, type KnownTrack } from './track-matching.ts'

function track(title: string, ...files: readonly string[]): KnownTrack {
  return {
    id: title,
    title,
    versions: files.map((fileName, index) => ({
      id: `${title} ${files.length - index}`,
      number: files.length - index,
      fileName,
      sizeBytes: 1000 + index,
      sha256: `${title}-${index}`,
    })),
  }
}

const lowTide = [
  track('Glasshouse', 'Glasshouse_mix6_48k24.wav', 'Glasshouse_mix5_48k24.wav'),
  track('Salt', 'Salt_v4.wav'),
  track('Harbour Lights'),
  track('The Long Way Round to Where We Started (feat. Arden Wells)', 'LWR print.wav'),
  track('Kite', 'kite rough.wav'),
  track('Soft Landing'),
  track('Interlude', 'INT bounce 3.wav'),
]
const matched = (name: string, tracks: readonly KnownTrack[] = lowTide) => matchTrack(name, tracks)?.title

describe('a bounce goes to the track', () => {
  test.each([
    ['of its name', 'Glasshouse_mix7_48k24.wav', 'Glasshouse'],
    ['whatever case it is written in', 'SALT_V5.wav', 'Salt'],
    ['with the words run together', 'HarbourLights_mix6.wav', 'Harbour Lights'],
    ['with the words pulled apart', 'Glass House v7.wav', 'Glasshouse'],
    ['that stands behind the artist', 'Arden Wells - Salt_v5.wav', 'Salt'],
    ['that stands between artist and mark', 'Low Tide - 05 - Kite - mix 3.wav', 'Kite'],
    ['that stands before a remark', 'Salt - louder vocal.wav', 'Salt'],
    ['whose earlier file was called so', 'INT bounce 4.wav', 'Interlude'],
    [
      'whose earlier file was called so, though its title is longer',
      'LWR print 2.wav',
      'The Long Way Round to Where We Started (feat. Arden Wells)',
    ],
    [
      'without those who are featured',
      'The Long Way Round to Where We Started_v3.wav',
      'The Long Way Round to Where We Started (feat. Arden Wells)',
    ],
    [
      'whose long title it begins',
      'THE LONG WAY ROUND (feat. Arden Wells) - full band - print 3.wav',
      'The Long Way Round to Where We Started (feat. Arden Wells)',
    ],
    ['in spite of a slip', 'Harbour Ligths mix2.wav', 'Harbour Lights'],
    ['in spite of a missing letter', 'Glashouse_v3.wav', 'Glasshouse'],
    ['with a remark behind', 'Soft Landing drier drums v2.wav', 'Soft Landing'],
    ['with key and tempo', 'Salt_mix3_120bpm_Am.wav', 'Salt'],
    ['with a key that no mark tells', 'Salt_Am_v2.wav', 'Salt'],
    ['with a key alone', 'Harbour Lights Bb.wav', 'Harbour Lights'],
    ['with every mark at once', 'Glasshouse_master_24bit_-14LUFS 120bpm v7b 20261120.wav', 'Glasshouse'],
  ])('%s', (_, name, expected) => expect(matched(name)).toBe(expected))
})

describe('a bounce goes to no track', () => {
  test.each([
    ['when its name is new', 'Night walk idea.m4a'],
    ['when one short word is only part of its name', 'Salt Lake City v2.wav'],
    ['when a slip would make another short word', 'Malt_v1.wav'],
    ['when it is another piece of that name', 'Harbour Lights instrumental v2.wav'],
    ['when it is the next part', 'Soft Landing 2.wav'],
    ['when it is a remix', 'Soft Landing (Jo Remix).wav'],
    ['when its name is nothing but marks', 'final mix 2.wav'],
  ])('%s', (_, name) => expect(matched(name)).toBeUndefined())

  test('when two tracks are equally near', () => {
    expect(
      matched('Low Tide Suite overture.wav', [
        track('Low Tide Suite Overture one'),
        track('Low Tide Suite Overture two'),
      ]),
    ).toBeUndefined()
  })

  test('when there are none', () => expect(matched('Salt.wav', [])).toBeUndefined())
})

test('the exact name goes before a longer one that begins alike', () => {
  expect(matched('Soft Landing v3.wav', [track('Soft Landing by the sea'), track('Soft Landing')])).toBe('Soft Landing')
})

test('a title that ends as a key does goes before one without', () => {
  const both = [track('Here I'), track('Here I Am')]
  expect([matched('Here I Am_v2.wav', both), matched('Here I Am 120bpm.wav', both)]).toEqual(['Here I Am', 'Here I Am'])
})

test('an instrumental goes to the track of the instrumental, and the song to its own', () => {
  const both = [track('Salt'), track('Salt (instrumental)')]
  expect([matched('Salt instrumental v2.wav', both), matched('Salt v5.wav', both)]).toEqual([
    'Salt (instrumental)',
    'Salt',
  ])
})

test('a track that was renamed is still known by the files of its versions', () => {
  expect(matched('Glasshouse_mix7.wav', [track('Everything Is Glass', 'Glasshouse_mix6.wav')])).toBe(
    'Everything Is Glass',
  )
})

test('a title that is a mark itself is still found', () => {
  expect(matched('Final_v2.wav', [track('Final'), track('Salt')])).toBe('Final')
})

describe('a copy', () => {
  test('has the name and size of a version', () => {
    expect(sameNameAndSize({ name: 'Salt_v4.wav', size: 1000 }, lowTide)?.version.number).toBe(1)
    expect(sameNameAndSize({ name: 'Salt_v4.wav', size: 1001 }, lowTide)).toBeUndefined()
    expect(sameNameAndSize({ name: 'Salt_v5.wav', size: 1000 }, lowTide)).toBeUndefined()
  })

  test('has the bytes of a version, whatever it is called', () => {
    expect(sameBytes('Glasshouse-1', lowTide)).toMatchObject({ track: { title: 'Glasshouse' }, version: { number: 1 } })
    expect(sameBytes('other', lowTide)).toBeUndefined()
  })

  test('is looked for only among versions of its size', () => {
    expect(hasSameSize(1001, lowTide)).toBe(true)
    expect(hasSameSize(5, lowTide)).toBe(false)
  })
})
