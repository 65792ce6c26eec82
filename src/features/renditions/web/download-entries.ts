import { AudioWaveform, Download, FileArchive, FileAudio, Smartphone } from 'lucide-react'
import type { ProjectDetails, Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { archiveFileName, madeFileName } from '../file-names.ts'
import { flacTrouble, renditionTrouble } from '../rendition-troubles.ts'
import type { RenditionTrouble, RenditionSpec } from '../renditions.contract.ts'

const strings = {
  original: 'Original · {size} · SHA-256 {hash}…',
  flac: 'FLAC · every sample of the original',
  mp3: 'MP3 for phone · 320 kbit/s',
  withReason: '{name}: {reason}',
  noMp3: 'No MP3: {reason}.',
  flacName: 'FLAC',
  mp3Name: 'MP3',
  allVersions: 'All {count} versions · ZIP · {size}',
  waveform: 'Export waveform data',
  withChannels: { mix: '{form}', split: '{form}, each channel' },
  dat: '.dat, {bits} bit',
  json: 'JSON, {bits} bit',
  troubles: {
    'not-checked': 'the version is still being checked',
    refused: 'the file is not audio we can read',
    float: 'it cannot hold floating point',
    'too-many-channels': 'it cannot hold so many channels',
    'sample-rate': 'it cannot hold this sample rate',
    'same-rate': 'the version has this rate already',
    lossy: 'the original is lossy, nothing would be gained',
    'is-flac': 'the original is FLAC already',
    deep: 'it cannot hold every bit of the original',
  },
  projectAndFiles: {
    one: 'Current versions and {count} other file (ZIP)',
    other: 'Current versions and {count} other files (ZIP)',
  },
  projectCurrent: {
    one: 'Current version · ZIP · {count} file, {size}',
    other: 'Current versions · ZIP · {count} files, {size}',
  },
  projectAll: 'All {count} versions · ZIP · {size}',
} as const

/** A downloadable file of a version or a whole project. */
export interface FileRequest {
  readonly filename: string
  /** Relative to the project's URL. */
  readonly path: string
  readonly trackId: string | null
  readonly trackTitle?: string
  readonly versionId: string | null
  /** The rendition that must be made first. */
  readonly spec?: RenditionSpec
  /** Approximate size, if known. */
  readonly sizeBytes?: number
}

export interface FileWays {
  readonly onOriginal: (track: Track, version: TrackVersion) => void
  readonly onFile: (request: FileRequest) => void
}

/** The MP3 of a version, made first if it is not there. */
export function mp3Request(track: Track, version: TrackVersion): FileRequest {
  return {
    ...madeFile(track, version, '.mp3'),
    path: `/tracks/${track.id}/versions/${version.id}/mp3`,
    spec: { kind: 'mp3' },
  }
}

function madeFile(track: Track, version: TrackVersion, ending: string) {
  return {
    filename: fileName(track, version, ending),
    trackId: track.id,
    trackTitle: track.title,
    versionId: version.id,
  }
}

/** Downloads of a version, for people who may download. `versions`: all versions of its track. */
export function downloadEntries(
  { onOriginal, onFile }: FileWays,
  track: Track,
  version: TrackVersion,
  versions: readonly TrackVersion[],
): readonly MenuEntry[] {
  const own = `/tracks/${track.id}/versions/${version.id}`
  const [noFlac, noMp3] = [flacTrouble(version), renditionTrouble(version, { kind: 'mp3' })]
  return [
    {
      kind: 'action',
      icon: Download,
      label: text(strings.original, { size: formatBytes(version.sizeBytes), hash: version.sha256.slice(0, 8) }),
      onSelect: () => onOriginal(track, version),
    },
    {
      kind: 'action',
      icon: FileAudio,
      label: orWhyNot(strings.flac, strings.flacName, noFlac),
      disabled: noFlac !== null,
      onSelect: () => onFile({ ...madeFile(track, version, '.flac'), path: `${own}/flac` }),
    },
    {
      kind: 'action',
      icon: Smartphone,
      label: orWhyNot(strings.mp3, strings.mp3Name, noMp3),
      disabled: noMp3 !== null,
      onSelect: () => onFile(mp3Request(track, version)),
    },
    versions.length > 1 && {
      kind: 'action',
      icon: FileArchive,
      label: text(strings.allVersions, { count: versions.length, size: formatBytes(weight(versions)) }),
      onSelect: () =>
        onFile({
          filename: archiveFileName(track.title),
          path: `/tracks/${track.id}/archive`,
          trackId: track.id,
          trackTitle: track.title,
          versionId: null,
          sizeBytes: weight(versions),
        }),
    },
  ]
}

/** Waveform data for other programs, for everybody who may listen. */
export function waveformEntry({ onFile }: Pick<FileWays, 'onFile'>, track: Track, version: TrackVersion): MenuEntry {
  if (renditionTrouble(version, { kind: 'waveform', samplesPerPixel: 256, channels: 'mix' }) !== null) return false
  const isMono = version.report?.format.channels === 1
  const path = `/tracks/${track.id}/versions/${version.id}/waveform`
  const forms = (channels: 'mix' | 'split'): readonly MenuEntry[] =>
    (
      [
        ['dat', 8],
        ['dat', 16],
        ['json', 8],
        ['json', 16],
      ] as const
    ).map(([format, bits]) => ({
      kind: 'action',
      label: text(strings.withChannels[isMono ? 'mix' : channels], { form: text(strings[format], { bits }) }),
      onSelect: () =>
        onFile({
          filename: fileName(track, version, `.${format}`),
          trackId: track.id,
          trackTitle: track.title,
          versionId: version.id,
          spec: { kind: 'waveform', samplesPerPixel: 256, channels },
          path: `${path}?format=${format}&bits=${bits}&channels=${channels}`,
        }),
    }))
  const entries: readonly MenuEntry[] = isMono
    ? forms('mix')
    : [...forms('mix'), { kind: 'separator' }, ...forms('split')]
  return { kind: 'submenu', label: strings.waveform, icon: AudioWaveform, entries }
}

/** A project's originals as one file. */
export function projectEntries({ onFile }: Pick<FileWays, 'onFile'>, project: ProjectDetails): readonly MenuEntry[] {
  const listed = new Set(
    project.tracks.filter(({ archivedAt }) => archivedAt === null).map(({ currentVersionId }) => currentVersionId),
  )
  const current = project.trackVersions.filter(({ id }) => listed.has(id))
  const all = project.trackVersions
  const zip = (versions: 'current' | 'all', sizeBytes: number) => () =>
    onFile({
      filename: archiveFileName(project.name),
      path: `/archive?versions=${versions}`,
      trackId: null,
      versionId: null,
      sizeBytes,
    })
  return [
    current.length > 0 && {
      kind: 'action',
      icon: FileArchive,
      label: text(strings.projectCurrent, { count: current.length, size: formatBytes(weight(current)) }),
      onSelect: zip('current', weight(current)),
    },
    all.length > current.length && {
      kind: 'action',
      icon: FileArchive,
      label: text(strings.projectAll, { count: all.length, size: formatBytes(weight(all)) }),
      onSelect: zip('all', weight(all)),
    },
  ]
}

export function projectAndFilesWords(count: number): string {
  return text(strings.projectAndFiles, { count })
}

function fileName(track: Track, { number, createdAt }: TrackVersion, ending: string): string {
  return madeFileName({ title: track.title, number, createdAt }, ending)
}

function orWhyNot(label: string, name: string, trouble: RenditionTrouble | null): string {
  return trouble === null ? label : text(strings.withReason, { name, reason: strings.troubles[trouble] })
}

/** Why there is no MP3, as a sentence; undefined if there is one. */
export function noMp3Words(version: TrackVersion): string | undefined {
  const trouble = renditionTrouble(version, { kind: 'mp3' })
  return trouble === null ? undefined : text(strings.noMp3, { reason: strings.troubles[trouble] })
}

function weight(versions: readonly TrackVersion[]): number {
  return versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
