import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import type { ProjectDetails, Track, TrackVersion } from './tracks.contract.ts'

/** Twelve seconds of a WAV in which nothing was found, for tests. */
const report: AnalysisReport = {
  format: {
    container: 'WAV',
    codec: 'PCM',
    lossless: true,
    sampleRate: 48_000,
    channels: 2,
    bitDepth: 24,
    float: false,
    totalFrames: 576_000,
    durationSeconds: 12,
    bitrateKbps: null,
  },
  loudness: {
    integrated: -14,
    range: 5,
    momentaryMax: -10,
    shortTermMax: -12,
    truePeak: -1,
    truePeakPerChannel: [-1, -1],
    samplePeak: -1.2,
  },
  findings: [],
  stream: { kind: 'flac', sampleRate: 48_000, channels: 2, bitsPerSample: 24, totalFrames: 576_000 },
}

/** A version for tests: Ines’s first of Glasshouse, checked and ready. */
export function sampleVersion(change: Partial<TrackVersion> = {}): TrackVersion {
  return {
    id: 'v1',
    trackId: 't',
    number: 1,
    label: '',
    changelog: '',
    changes: [],
    uploadedBy: 'ines',
    guestName: null,
    createdAt: 0,
    fileName: 'Glasshouse.wav',
    sizeBytes: 1,
    sha256: 'ab',
    state: 'ready',
    verdict: null,
    verdictDetail: null,
    restoredFrom: null,
    outdated: false,
    report,
    ...change,
  }
}

/** A track for tests, with one version. */
export function sampleTrack(change: Partial<Track> = {}): Track {
  return {
    id: 't',
    title: 'Glasshouse',
    position: 1,
    status: 'draft',
    currentVersionId: 'v1',
    pinned: false,
    final: null,
    tempo: null,
    key: null,
    cover: null,
    createdAt: 0,
    updatedAt: 0,
    archivedAt: null,
    ...change,
  }
}

/** A project for tests, as its owner Ines has it: Glasshouse in one version, and Jo, who comments. */
export function sampleProject(change: Partial<ProjectDetails> = {}): ProjectDetails {
  const person = (id: string, name: string) => ({ id, name, username: null, image: null })
  return {
    id: 'p',
    name: 'Low Tide',
    description: '',
    taskPrefix: 'LT',
    targets: { ...DEFAULT_TARGETS },
    targetsFrom: 'default',
    organizationTargets: null,
    cover: null,
    createdAt: 0,
    updatedAt: 0,
    archivedAt: null,
    deletedAt: null,
    organizationId: null,
    teamId: null,
    organizationRole: null,
    organizationMayDownload: false,
    role: 'owner',
    mayDownload: true,
    members: [
      { person: person('ines', 'Ines Duarte'), role: 'owner', mayDownload: true, joinOrder: 0, joinedAt: 0 },
      { person: person('jo', 'Jo Okafor'), role: 'commenter', mayDownload: true, joinOrder: 1, joinedAt: 0 },
    ],
    tracks: [sampleTrack()],
    trackVersions: [sampleVersion()],
    openNoteCounts: {},
    openTaskCount: 0,
    taskCount: 0,
    ...change,
  }
}
