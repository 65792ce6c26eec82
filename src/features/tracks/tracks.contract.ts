import * as z from 'zod'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { keyNames } from '#audio/key/musical-key.ts'
import { CoverPicture, exampleCover } from '#features/projects/cover-picture.ts'
import { Membership, Project } from '#features/projects/projects.contract.ts'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, Name, words } from '#shared/shapes.ts'
import { tempoRange } from './tempo-range.ts'
import { trackStatuses } from './track-statuses.ts'
import { MOST_TRACKS_AT_ONCE } from './track-batch-limit.ts'

/** `checking` until analysed; `ready` to play; `refused` if it is not playable audio. The file is kept either way. */
export type VersionState = 'checking' | 'ready' | 'refused'

const within = <N extends z.ZodNumber>(shape: N, [from, to]: readonly [number, number]): N => shape.min(from).max(to)

/** As a person typed it for the track. */
export const TrackTempo = z
  .object({
    beatsPerMinute: within(z.number(), tempoRange.beatsPerMinute),
    beatsPerBar: within(z.int(), tempoRange.beatsPerBar),
    offset: within(z.number(), tempoRange.offset).describe('When bar 1 begins, in seconds'),
  })
  .meta({ id: 'TrackTempo' })
export type TrackTempo = z.infer<typeof TrackTempo>

/** A key, or `none` for music that has none. */
export const TrackKey = z.enum([...keyNames, 'none']).meta({ id: 'TrackKey' })
export type TrackKey = z.infer<typeof TrackKey>

export const Track = z
  .object({
    id: Id,
    title: z.string(),
    position: z.number(),
    status: z.enum(trackStatuses),
    /** The current version: the chosen one, otherwise the newest. Null before the first upload. */
    currentVersionId: Id.nullable(),
    /** Whether somebody chose the current version. */
    pinned: z.boolean(),
    /** The locked version, since when and by whom; null unless the track is final. */
    final: z.object({ versionId: Id, at: InstantMs, by: Id.nullable() }).nullable(),
    tempo: TrackTempo.nullable().describe('What a person says; null: the measured one in a version’s report counts'),
    key: TrackKey.nullable().describe('What a person says; null: the measured one in a version’s report counts'),
    cover: z.string().nullable().describe('The hash of its picture, which is at …/cover; null: the project’s counts'),
    createdAt: InstantMs,
    updatedAt: InstantMs,
    archivedAt: InstantMs.nullable(),
  })
  .meta({ id: 'Track' })
export type Track = z.infer<typeof Track>

/** A line of a version's changelog, with the number of its task, if any. */
export const VersionChange = z
  .object({ text: z.string(), taskId: Id.nullable(), taskNumber: z.number().nullable() })
  .meta({ id: 'VersionChange' })
export type VersionChange = z.infer<typeof VersionChange>

export const TrackVersion = z
  .object({
    id: Id,
    trackId: Id,
    number: z.number(),
    label: z.string(),
    changelog: z.string(),
    /** What was done in it, line by line. */
    changes: z.array(VersionChange),
    uploadedBy: Id.nullable(),
    /**
     * The guest who uploaded it through a share link, empty without a name: a proposal until somebody makes it current.
     * Null for uploads by members.
     */
    guestName: z.string().nullable(),
    createdAt: InstantMs,
    fileName: z.string(),
    sizeBytes: z.number(),
    sha256: z.string(),
    state: z.enum(['checking', 'ready', 'refused']),
    /** Why it was refused; the texts are in the client. */
    verdict: z.string().nullable(),
    verdictDetail: z.string().nullable(),
    /** The number of the version whose file this shares, if it was made the newest again. */
    restoredFrom: z.number().nullable(),
    /**
     * The report is from an older analysis than this server's: newer findings are missing. A current version is
     * measured again in the background.
     */
    outdated: z.boolean(),
    /** Format, loudness, findings and stream source; null until analysed. */
    report: z.custom<AnalysisReport>().nullable().meta({
      id: 'AnalysisReport',
      type: 'object',
      description: 'format, loudness, findings and stream, as docs/formats/analysis.md',
    }),
  })
  .meta({ id: 'TrackVersion' })
export type TrackVersion = z.infer<typeof TrackVersion>

const figure = z.number().nullable()
const LoudnessSeries = z.object({
  /** When the first window ends. */
  start: z.number(),
  /** The interval between values. */
  hop: z.number(),
  values: z.array(figure).readonly(),
})

/** A figure is null if the audio is silent or too short for it (docs/formats/analysis.md). */
export const VersionLoudness = z
  .object({
    integrated: figure,
    range: figure,
    momentaryMax: figure,
    shortTermMax: figure,
    samplePeak: figure,
    /** There is sound but no overall figure: object audio must be rendered first. The peaks per channel are valid. */
    notMeasured: z.literal('needs-renderer').optional(),
    truePeak: figure,
    truePeakPerChannel: z.array(figure).readonly(),
    /** Missing in a version that an older release analysed. */
    crest: figure.optional(),
    plr: figure,
    momentary: LoudnessSeries,
    shortTerm: LoudnessSeries,
    /** Null in a version that an older release analysed. */
    psr: LoudnessSeries.nullable(),
    /** Null also for one channel. */
    correlation: LoudnessSeries.nullable(),
    width: LoudnessSeries.nullable(),
  })
  .meta({ id: 'VersionLoudness' })
export type VersionLoudness = z.infer<typeof VersionLoudness>

export const spectrogramChannels = ['mix', 'each'] as const
/** `mix` is the mean of all channels; `each` the first two separately. */
export type SpectrogramChannels = (typeof spectrogramChannels)[number]

/** A spectrogram is made on request; the events `spectrogram.ready` and `spectrogram.failed` report the end. */
export const Spectrogram = z
  .object({ channels: z.enum(spectrogramChannels), state: z.enum(['working', 'ready', 'failed']) })
  .meta({ id: 'Spectrogram' })
export type Spectrogram = z.infer<typeof Spectrogram>

export const ProjectDetails = Project.extend({
  members: z.array(Membership),
  /** In album order. */
  tracks: z.array(Track),
  /** Over all tracks, newest first by the server's sequence. */
  trackVersions: z.array(TrackVersion),
  /** By track id; tracks without open notes are left out. */
  openNoteCounts: z.record(Id, z.number()),
  openTaskCount: z.number(),
  taskCount: z.number(),
}).meta({ id: 'ProjectDetails' })
export type ProjectDetails = z.infer<typeof ProjectDetails>

/** Of a selection in a list; each once. */
const SeveralIds = z.array(Id).min(1).max(MOST_TRACKS_AT_ONCE)

const versionPath = '/api/projects/:projectId/tracks/:trackId/versions/:versionId' as const

export const trackRoutes = contract({
  'GET /api/projects/:projectId': {
    access: 'project.view',
    tokens: 'any',
    guests: 'listen',
    summary: 'A project with its members, tracks and every version',
    answer: ProjectDetails,
  },
  'POST /api/projects/:projectId/tracks': {
    access: 'track.edit',
    summary: 'Add a track',
    body: z.object({ title: Name }),
    answer: Track,
  },
  'POST /api/projects/:projectId/tracks/order': {
    access: 'track.edit',
    summary: 'Order the tracks',
    body: z.object({ trackIds: z.array(Id).max(5000) }),
    answer: Done,
  },
  'POST /api/projects/:projectId/tracks/status': {
    access: 'track.edit',
    summary: 'Set the status of several tracks: of all, or of none if one refuses',
    body: z.object({ trackIds: SeveralIds, status: z.enum(trackStatuses) }),
    answer: Done,
  },
  'POST /api/projects/:projectId/tracks/delete': {
    access: 'track.edit',
    audit: 'track.deleted',
    summary: 'Move several tracks to the trash: all, or none if one is final',
    body: z.object({ trackIds: SeveralIds }),
    answer: Done,
  },
  'POST /api/projects/:projectId/tracks/restore': {
    access: 'track.edit',
    audit: 'track.restored',
    summary: 'Restore several tracks from the trash',
    body: z.object({ trackIds: SeveralIds }),
    answer: Done,
  },
  'POST /api/projects/:projectId/tracks/move': {
    access: 'track.move',
    audit: 'track.moved',
    summary:
      'Move tracks to the end of another project that one may edit, with their versions, notes, tasks, ' +
      'approvals and stages; tasks get numbers of that project, and share links of this one no longer reach them',
    body: z.object({ trackIds: SeveralIds, toProjectId: Id }),
    answer: Done,
  },
  'PATCH /api/projects/:projectId/tracks/:trackId': {
    access: 'track.edit',
    summary:
      'Rename, set the status (final locks the current version, any other unlocks), choose the current version ' +
      '(null follows the newest), archive or bring back, correct the tempo or the key (null: as measured)',
    body: z
      .object({
        title: Name,
        status: z.enum(trackStatuses),
        currentVersionId: Id.nullable(),
        archived: z.boolean(),
        tempo: TrackTempo.nullable(),
        key: TrackKey.nullable(),
      })
      .partial(),
    answer: Track,
  },
  'DELETE /api/projects/:projectId/tracks/:trackId': {
    access: 'track.edit',
    audit: 'track.deleted',
    summary: 'Move a track to the trash',
    answer: Done,
  },
  'POST /api/projects/:projectId/tracks/:trackId/restore': {
    access: 'track.edit',
    audit: 'track.restored',
    summary: 'Restore a track from the trash',
    answer: Track,
  },

  'PUT /api/projects/:projectId/tracks/:trackId/final': {
    access: 'track.edit',
    summary: 'Lock a version as final: versions, current version and states of notes stay as they are',
    body: z.object({ versionId: Id }),
    answer: Done,
  },
  'DELETE /api/projects/:projectId/tracks/:trackId/final': {
    access: 'track.edit',
    summary: 'Unlock a final track; its status follows its approvals',
    answer: Done,
  },
  'GET /api/projects/:projectId/tracks/:trackId/trash': {
    access: 'version.edit',
    summary: 'Versions in the trash, the last deleted first',
    answer: z.object({ items: z.array(TrackVersion.extend({ deletedAt: InstantMs })), nextCursor: z.null() }),
  },

  'GET /api/projects/:projectId/tracks/:trackId/cover': {
    access: 'project.view',
    guests: 'listen',
    summary: 'The track’s own picture',
    answer: 'raw',
  },
  'PUT /api/projects/:projectId/tracks/:trackId/cover': {
    access: 'track.edit',
    summary: 'Give the track a picture of its own: a square JPEG or PNG of 64 to 3000 pixels and at most 700 kB',
    body: CoverPicture,
    example: exampleCover,
    answer: Track,
  },
  'DELETE /api/projects/:projectId/tracks/:trackId/cover': {
    access: 'track.edit',
    summary: 'Take the track’s own picture away; the project’s takes its place',
    answer: Track,
  },
  'GET /api/projects/:projectId/tracks/:trackId/download': {
    access: 'track.download',
    guests: 'original',
    audit: 'original.downloaded',
    auditKeeps: ['version'],
    summary: 'The original file of the current version, or of ?version=',
    query: z.object({ version: Id.optional() }),
    answer: 'raw',
  },
  [`PATCH ${versionPath}` as const]: {
    access: 'version.edit',
    summary:
      'Set a version’s label or changelog; `basedOn` are the words as they were seen: others are not overwritten (409)',
    body: z
      .object({
        label: words(100).trim(),
        changelog: words(5000).trim(),
        changes: z.array(z.object({ text: Name, taskId: Id.nullable() })).max(500),
        basedOn: z.object({ label: words(100), changelog: words(5000) }).partial(),
      })
      .partial(),
    answer: TrackVersion,
  },
  [`DELETE ${versionPath}` as const]: {
    access: 'version.edit',
    audit: 'version.deleted',
    summary: 'Move a version to the trash',
    answer: Done,
  },
  [`POST ${versionPath}/restore` as const]: {
    access: 'version.edit',
    audit: 'version.restored',
    summary: 'Restore a version from the trash',
    answer: TrackVersion,
  },
  [`POST ${versionPath}/newest` as const]: {
    access: 'version.edit',
    summary: 'Make an earlier version the newest again: the next number, the same file',
    answer: TrackVersion,
  },
  [`POST ${versionPath}/analysis` as const]: {
    access: 'version.edit',
    summary: 'Analyse the file again',
    answer: Done,
  },
  [`GET ${versionPath}/stream` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'The lossless rendition, or the original if that is streamed as PCM; by byte ranges',
    answer: 'raw',
  },
  [`GET ${versionPath}/index` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'Positions of the rendition’s FLAC blocks (docs/formats/frame-index.md)',
    answer: 'raw',
  },
  [`GET ${versionPath}/peaks` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'The waveform pyramid, by byte ranges (docs/formats/peaks.md)',
    answer: 'raw',
  },
  [`GET ${versionPath}/loudness` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'Loudness, peaks, and the momentary and short-term curves (docs/formats/analysis.md)',
    answer: VersionLoudness,
  },
  [`GET ${versionPath}/energy` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'The loudness of every 10 ms, by byte ranges (docs/formats/energy-grid.md)',
    answer: 'raw',
  },
  [`POST ${versionPath}/spectrogram` as const]: {
    access: 'track.listen',
    tokens: ['read'],
    guests: 'listen',
    summary: 'Request the spectrogram: answers its state, and starts making it if it does not exist',
    body: z.object({ channels: z.enum(spectrogramChannels) }),
    answer: Spectrogram,
  },
  [`GET ${versionPath}/spectrogram` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'The spectrogram, by byte ranges, once it is made (docs/formats/spectrogram.md)',
    query: z.object({ channels: z.enum(spectrogramChannels).default('mix') }),
    answer: 'raw',
  },
})

export const trackErrors = refusals({
  'track.no_version': [404, 'This track has no version yet.'],
  'track.other_order': [409, 'The tracks have changed in the meantime. Check the order and try again.'],
  'track.final': [409, 'This track is locked as final. Unlock it before you change its versions or notes.'],
  'track.same_project': [409, 'These tracks are already in this project.'],
  'track.uploading': [409, 'A file is being uploaded to one of these tracks. Wait until it is done.'],
  'track.nothing_final': [409, 'This track has no version to lock as final yet.'],
  'track.not_final': [409, 'This track is not locked.'],
  'version.is_newest': [409, 'This is already the newest version.'],
  'version.not_ready': [409, 'This version is still being checked.'],
  'spectrogram.not_made': [404, 'This spectrogram is not ready yet.'],
  'version.no_stream': [404, 'This version cannot be played. Its file can still be downloaded.'],
})
