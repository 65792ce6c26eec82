import { describe, expect, test } from 'vitest'
import type { Track, TrackVersion } from '../../tracks.contract.ts'
import { peakTrouble } from '../track/loudness-words.ts'
import { arrangeTracks, listTracks, moveTo, searchOfTrackList, trackViewOf, withOrder } from './track-list.ts'

const track = (id: string, more: Partial<Track> = {}): Track => ({
  id,
  title: id,
  position: 1,
  status: 'draft',
  currentVersionId: null,
  pinned: false,
  final: null,
  tempo: null,
  key: null,
  cover: null,
  createdAt: 1,
  updatedAt: 1,
  archivedAt: null,
  ...more,
})
const version = (id: string, trackId: string, createdAt: number): TrackVersion => ({
  id,
  trackId,
  number: 1,
  label: '',
  changelog: '',
  changes: [],
  uploadedBy: null,
  guestName: null,
  createdAt,
  fileName: 'a.wav',
  sizeBytes: 1,
  sha256: '',
  state: 'checking',
  verdict: null,
  verdictDetail: null,
  restoredFrom: null,
  outdated: false,
  report: null,
})

describe('the tracks of a project', () => {
  const tracks = [
    track('Salt', { currentVersionId: 'old', pinned: true }),
    track('Glasshouse', { status: 'in-review' }),
    track('B-side', { archivedAt: 5 }),
    track('Kite'),
  ]
  const trackVersions = [version('new', 'Salt', 30), version('kite', 'Kite', 20), version('old', 'Salt', 10)]
  const listed = listTracks({ tracks, trackVersions })

  test('are numbered in album order, archived ones apart', () => {
    expect(listed.map(({ track: { id }, number }) => `${number} ${id}`)).toEqual(['1 Salt', '2 Glasshouse', '3 Kite'])
    expect(listTracks({ tracks, trackVersions }, true).map(({ track: { id } }) => id)).toEqual(['B-side'])
  })

  test('are heard in the version somebody chose, though a newer one exists', () => {
    expect(listed[0]?.current?.id).toBe('old')
    expect(listed[0]?.versions.map(({ id }) => id)).toEqual(['new', 'old'])
  })

  test('are shown as their URL says, and what it does not know is left out', () => {
    const search = { find: 'kite', status: 'in-review', order: 'updated', only: 'open,waiting' } as const
    expect(searchOfTrackList(trackViewOf(search))).toEqual(search)
    expect(searchOfTrackList(trackViewOf({ status: 'lost', order: 'luck', only: '' }))).toEqual({})
  })

  test('can be found by a part of the title and by status', () => {
    const view = { find: '', status: 'any', sort: 'album' } as const
    expect(arrangeTracks(listed, { ...view, find: 'HOUSE' }).map(({ track: { id } }) => id)).toEqual(['Glasshouse'])
    expect(arrangeTracks(listed, { ...view, status: 'in-review' }).map(({ track: { id } }) => id)).toEqual([
      'Glasshouse',
    ])
    expect(arrangeTracks(listed, { ...view, sort: 'updated' }).map(({ track: { id } }) => id)).toEqual([
      'Salt',
      'Kite',
      'Glasshouse',
    ])
  })

  test('are narrowed to those that are in every list asked for', () => {
    const view = { find: '', status: 'any', sort: 'album' } as const
    const within = [new Set(['Salt', 'Kite']), new Set(['Kite', 'Glasshouse'])]
    expect(arrangeTracks(listed, view, within).map(({ track: { id } }) => id)).toEqual(['Kite'])
  })
})

test('a moved track takes the place of the one it is dropped on', () => {
  expect(moveTo(['a', 'b', 'c', 'd'], 'a', 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveTo(['a', 'b', 'c', 'd'], 'd', 0)).toEqual(['d', 'a', 'b', 'c'])
  const ids = ['a', 'b']
  expect(moveTo(ids, 'a', 2)).toBe(ids)
})

test('archived tracks keep their places when the others change theirs', () => {
  expect(withOrder([track('a'), track('x', { archivedAt: 1 }), track('b')], ['b', 'a']).map(({ id }) => id)).toEqual([
    'b',
    'x',
    'a',
  ])
})

test('a peak is hot above −1 dBTP and over at 0, as the figures on screen say', () => {
  expect([-1, -0.96, -0.94, -0.04, 0.3, null].map(peakTrouble)).toEqual([null, null, 'hot', 'over', 'over', null])
})
