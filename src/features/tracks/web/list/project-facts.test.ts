import { expect, test } from 'vitest'
import type { TrackVersion } from '../../tracks.contract.ts'
import { projectFacts } from './project-facts.ts'

const version = (number: number, sha256: string, restoredFrom: number | null = null): TrackVersion => ({
  id: `v${number}`,
  trackId: 'kiln',
  number,
  label: '',
  changelog: '',
  changes: [],
  uploadedBy: null,
  guestName: null,
  createdAt: number,
  fileName: 'a.wav',
  sizeBytes: 2_000_000,
  sha256,
  state: 'ready',
  verdict: null,
  verdictDetail: null,
  restoredFrom,
  outdated: false,
  report: null,
})

test('a bounce that was made the newest again weighs once, and the same bytes sent twice weigh twice', () => {
  expect(projectFacts({ tracks: [], trackVersions: [version(2, 'b'), version(1, 'a')] })).toMatch(/ 4.0 MB$/)
  expect(projectFacts({ tracks: [], trackVersions: [version(3, 'a', 1), version(2, 'b'), version(1, 'a')] })).toMatch(
    / 4.0 MB$/,
  )
  expect(projectFacts({ tracks: [], trackVersions: [version(2, 'a'), version(1, 'a')] })).toMatch(/ 4.0 MB$/)
})
