import { describe, expect, test } from 'vitest'
import type { AudioHead } from './file-head.ts'
import {
  inOrder,
  isReady,
  isWorthComparing,
  planUploads,
  type FileCheck,
  type FileChoice,
  type PlanParts,
  type PlanTrack,
} from './upload-plan.ts'

const file = (name: string, sizeBytes = 10, lastModified = 1) =>
  new File([new Uint8Array(sizeBytes)], name, { lastModified })
const wav: AudioHead = {
  kind: 'audio',
  container: 'WAV',
  lossless: true,
  bits: '24',
  sampleRate: 48_000,
  durationSeconds: 100,
}

function track(title: string, newest: number, more: Partial<PlanTrack> = {}): PlanTrack {
  const versions = Array.from({ length: newest }, (_, index) => newest - index).map((number) => ({
    id: `${title}-${number}`,
    number,
    fileName: `${title}_v${number}.wav`,
    sizeBytes: 1000 + number,
    sha256: `${title}-${number}`,
  }))
  return { id: title, title, versions, isFinal: false, sampleRate: 48_000, durationSeconds: 100, ...more }
}

const tracks = [track('Salt', 4), track('Kite', 2)]

function plan(
  files: readonly File[],
  parts: Partial<PlanParts> & { readonly checked?: Partial<FileCheck>; readonly chosen?: FileChoice } = {},
) {
  const checks = new Map(files.map((one) => [one, { head: wav, sha256: null, ...parts.checked }]))
  const choices = new Map(parts.chosen ? files.map((one) => [one, parts.chosen ?? {}]) : [])
  return planUploads({ files, checks, choices, tracks, projectName: 'Low Tide', ...parts })
}

describe('what becomes of a file', () => {
  test('is the next version of the track it is called after', () => {
    expect(plan([file('Salt_v5.wav')])).toMatchObject([{ target: { kind: 'version', trackId: 'Salt' }, number: 5 }])
  })

  test('is a new track when no track is called so', () => {
    expect(plan([file('night walk idea_v2.wav')])).toMatchObject([
      { target: { kind: 'track', title: 'Night walk idea' }, number: 1 },
    ])
  })

  test('is a version of the track it was dropped for, whatever it is called', () => {
    expect(plan([file('export.wav')], { trackId: 'Kite' })).toMatchObject([
      { target: { kind: 'version', trackId: 'Kite' }, number: 3 },
    ])
  })

  test('is decided by the names again when several are dropped on one track', () => {
    expect(plan([file('Salt_v5.wav'), file('Kite_v3.wav')], { trackId: 'Kite' }).map(({ target }) => target)).toEqual([
      { kind: 'version', trackId: 'Salt' },
      { kind: 'version', trackId: 'Kite' },
    ])
  })

  test('is what the person says', () => {
    const chosen = { target: { kind: 'version', trackId: 'Kite' }, changelog: 'drier' } as const
    expect(plan([file('Salt_v5.wav')], { chosen })).toMatchObject([
      { target: chosen.target, number: 3, changelog: 'drier' },
    ])
  })

  test('counts on when two files are for one track', () => {
    expect(plan([file('Salt_v5.wav'), file('Salt_v6.wav')]).map(({ number }) => number)).toEqual([5, 6])
  })

  test('is one new track with two versions for two bounces of a new piece', () => {
    expect(plan([file('Night Bus v1.wav'), file('Night Bus v2.wav')])).toMatchObject([
      { target: { title: 'Night Bus' }, number: 1 },
      { target: { title: 'Night Bus' }, number: 2 },
    ])
  })
})

describe('a new title', () => {
  const titles = (names: readonly string[]) =>
    plan(names.map((name) => file(name))).map(({ target }) => target.kind === 'track' && target.title)

  test('loses the name of the project', () => expect(titles(['Low Tide - Night Bus.wav'])).toEqual(['Night Bus']))
  test('loses the artist that all the files share', () =>
    expect(titles(['Jo Okafor - Night Bus.wav', 'Jo Okafor - glow mix2.wav'])).toEqual(['Night Bus', 'Glow']))
  test('keeps what may belong to it', () =>
    expect(titles(['Night Bus - Reprise.wav'])).toEqual(['Night Bus - Reprise']))
})

describe('files that are numbered as the tracks of a record', () => {
  const batch = ['10 Salt_v5.wav', '11 Slow Lighthouse.wav', '12 Night Bus_120bpm_Am.wav'].map((name) => file(name))

  test('are known, and named, without their numbers', () => {
    expect(plan(batch).map(({ target }) => target)).toEqual([
      { kind: 'version', trackId: 'Salt' },
      { kind: 'track', title: 'Slow Lighthouse' },
      { kind: 'track', title: 'Night Bus' },
    ])
  })

  test('belong to a track of that very name first', () => {
    expect(plan(batch, { tracks: [...tracks, track('10 Salt', 1)] })[0]?.target).toEqual({
      kind: 'version',
      trackId: '10 Salt',
    })
  })
})

describe('a copy', () => {
  test('is skipped by its name and size until it has been read', () => {
    expect(plan([file('Salt_v4.wav', 1004)])).toMatchObject([
      { target: { kind: 'skip' }, notes: [{ kind: 'same', title: 'Salt', number: 4, certain: false }] },
    ])
  })

  test('is skipped by its bytes, whatever it is called', () => {
    expect(plan([file('Salt from Jo.wav')], { checked: { sha256: 'Salt-3' } })).toMatchObject([
      { target: { kind: 'skip' }, notes: [{ kind: 'same', number: 3, certain: true }] },
    ])
  })

  test('is none when it was exported anew under the old name and length', () => {
    expect(plan([file('Salt_v4.wav', 1004)], { checked: { sha256: 'new' } })).toMatchObject([
      { target: { kind: 'version', trackId: 'Salt' }, number: 5 },
    ])
  })

  test('can be sent all the same, and says what it is', () => {
    expect(
      plan([file('Salt_v4.wav', 1004)], { chosen: { target: { kind: 'version', trackId: 'Salt' } } }),
    ).toMatchObject([{ number: 5, notes: [{ kind: 'same' }, { kind: 'same-length' }] }])
  })

  test('is worth looking for only where a version is as large', () => {
    expect(isWorthComparing(file('x.wav', 1004), tracks)).toBe(true)
    expect(isWorthComparing(file('x.wav', 5), tracks)).toBe(false)
  })
})

describe('what is no music', () => {
  test('becomes a file of the project that everybody here may see', () => {
    expect(plan([file('cover.png')], { checked: { head: { kind: 'other', what: 'picture' } } })).toMatchObject([
      { target: { kind: 'file', audience: 'everyone' }, number: 1, notes: [], sendable: true },
    ])
  })

  test('is known by its name before its bytes are read', () => {
    expect(plan([file('cover.png')], { checked: { head: null } })).toMatchObject([{ target: { kind: 'file' } }])
  })

  test('is known by its name when its bytes say nothing, unless it is called as audio is', () => {
    const checked = { head: { kind: 'unknown' } } as const
    expect(plan([file('Glasshouse.rpp'), file('bounce.wav'), file('bounce')], { checked })).toMatchObject([
      { target: { kind: 'file' } },
      { target: { kind: 'track' } },
      { target: { kind: 'track' } },
    ])
  })

  test('is the next version of the file with its name, in order of the batch', () => {
    const others = [{ name: 'Cover.PNG', versionCount: 3 }]
    const checked = { head: { kind: 'other', what: 'picture' } } as const
    expect(plan([file('cover.png'), file('cover.png', 12)], { others, checked })).toMatchObject([
      { number: 4 },
      { number: 5 },
    ])
  })

  test('is skipped with a word about it when only a computer wants it', () => {
    expect(plan([file('desktop.ini')], { checked: { head: { kind: 'other', what: 'other' } } })).toMatchObject([
      { target: { kind: 'skip' }, notes: [{ kind: 'other' }] },
    ])
  })

  test('can be sent by who insists', () => {
    const chosen = { target: { kind: 'track', title: 'Cover' } } as const
    expect(plan([file('cover.png')], { checked: { head: { kind: 'other', what: 'picture' } }, chosen })).toMatchObject([
      { target: chosen.target },
    ])
  })

  test('cannot be sent when there is nothing in it', () => {
    const chosen = { target: { kind: 'track', title: 'Cover' } } as const
    expect(plan([file('Salt_v5.wav', 0)], { checked: { head: { kind: 'empty' } }, chosen })).toMatchObject([
      { target: { kind: 'skip' }, sendable: false, notes: [{ kind: 'empty' }] },
    ])
  })
})

describe('a new version is compared with the one before', () => {
  const notes = (head: Partial<AudioHead>, more: Partial<PlanTrack> = {}) =>
    plan([file('Salt_v5.wav')], { checked: { head: { ...wav, ...head } }, tracks: [track('Salt', 4, more)] })[0]?.notes

  test('in its length', () => {
    expect(notes({})).toEqual([{ kind: 'same-length', number: 4 }])
    expect(notes({ durationSeconds: 102.5 })).toEqual([{ kind: 'length', bySeconds: 2.5, number: 4 }])
    expect(notes({ durationSeconds: null })).toEqual([])
  })

  test('in its sample rate', () => {
    expect(notes({ sampleRate: 44_100 })).toEqual([
      { kind: 'rate', rate: 44_100, before: 48_000, number: 4 },
      { kind: 'same-length', number: 4 },
    ])
  })

  test('and says when it is lossy', () => {
    expect(notes({ container: 'MP3', lossless: false, sampleRate: null, durationSeconds: null })).toEqual([
      { kind: 'lossy' },
    ])
  })
})

test('a final track takes no versions: its bounce is skipped and says why', () => {
  expect(plan([file('Salt_v5.wav')], { tracks: [track('Salt', 4, { isFinal: true })] })).toMatchObject([
    { target: { kind: 'skip' }, notes: [{ kind: 'final', title: 'Salt' }] },
  ])
})

describe('sending can begin', () => {
  test('when something is to be sent', () => {
    expect(isReady(plan([file('Salt_v5.wav')]))).toBe(true)
    expect(isReady(plan([file('Salt_v4.wav', 1004)]))).toBe(false)
    expect(isReady([])).toBe(false)
  })

  test('not before every file has been looked at', () =>
    expect(isReady(plan([file('Salt_v5.wav')], { checked: { head: null } }))).toBe(false))
  test('not while a new track has no title', () =>
    expect(isReady(plan([file('x.wav')], { chosen: { target: { kind: 'track', title: ' ' } } }))).toBe(false))
})

test('files are taken in the order of their versions', () => {
  expect(
    inOrder([file('Salt mix 10.wav'), file('Salt mix 2.wav'), file('Kite.wav', 1, 5), file('Kite.wav', 1, 3)]).map(
      ({ name, lastModified }) => `${name} ${lastModified}`,
    ),
  ).toEqual(['Kite.wav 3', 'Kite.wav 5', 'Salt mix 2.wav 1', 'Salt mix 10.wav 1'])
})

describe('a track whose next version is started', () => {
  const started = [
    track('Salt', 4, {
      start: {
        id: 'start',
        items: [
          { position: 0, title: 'Fade', settled: false },
          { position: 1, title: 'Hiss', settled: true },
        ],
      },
    }),
  ]

  test('asks of its next version which tasks are done, and begins with the ticks', () => {
    expect(plan([file('Salt_v5.wav')], { tracks: started })).toMatchObject([
      { start: { asked: { id: 'start' }, done: [1] } },
    ])
    expect(plan([file('Salt_v5.wav')], { tracks: started, chosen: { done: [] } })).toMatchObject([
      { start: { done: [] } },
    ])
  })

  test('asks once, of the first file, and not of what is skipped', () => {
    expect(
      plan([file('Salt_v5.wav'), file('Salt_v6.wav')], { tracks: started }).map(({ start }) => start?.done),
    ).toEqual([[1], undefined])
    expect(plan([file('Salt_v5.wav')], { tracks: started, chosen: { target: { kind: 'skip' } } })[0]?.start).toBeNull()
    expect(plan([file('Salt_v5.wav')])[0]?.start).toBeNull()
  })
})
