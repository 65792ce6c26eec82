import type { AudioFormat, AnalysisReport } from '#audio/analysis-report.ts'
import type { PeaksFacts } from '#audio/peaks-file.ts'
import { trackCoverUrl } from '#features/projects/web/cover/cover-url.ts'
import { formatBitsAndRate } from '#web/i18n/format-level.ts'
import type { Heard } from '#web/player/listening.ts'
import type { ProjectDetails, Track, TrackVersion } from '../../tracks.contract.ts'
import { trackHref } from '../track-links.ts'

/** URLs of a version's stream, peaks and other renditions. */
export function versionUrls(projectId: string, { trackId, id }: Pick<TrackVersion, 'trackId' | 'id'>) {
  const base = `/api/${['projects', projectId, 'tracks', trackId, 'versions', id].map(encodeURIComponent).join('/')}`
  return {
    stream: `${base}/stream`,
    index: `${base}/index`,
    peaks: `${base}/peaks`,
    opus: `${base}/opus`,
    opusIndex: `${base}/opus/index`,
    energy: `${base}/energy`,
    spectrogram: `${base}/spectrogram`,
  }
}

export function peaksFacts({ stream: { sampleRate, channels, totalFrames } }: AnalysisReport): PeaksFacts {
  return { sampleRate, channels, totalFrames }
}

/** `24/48`, `32f/96`, `MP3/44.1`. */
export function qualityOf({ bitDepth, float, codec, sampleRate }: AudioFormat): string {
  return formatBitsAndRate(bitDepth === null ? codec : `${bitDepth}${float ? 'f' : ''}`, sampleRate)
}

type ProjectName = Pick<ProjectDetails, 'id' | 'name' | 'cover'>

/** A version for the player; undefined until it can be played. */
export function heardOf(
  project: ProjectName,
  track: Pick<Track, 'id' | 'title' | 'cover'>,
  version: TrackVersion | undefined,
): Heard | undefined {
  if (!version?.report || version.state !== 'ready') return undefined
  const { report } = version
  const coverUrl = trackCoverUrl(project, track)
  const urls = versionUrls(project.id, version)
  return {
    playable: {
      id: version.id,
      title: `${track.title} v${version.number}`,
      artist: project.name,
      album: project.name,
      coverId: project.id,
      ...(coverUrl !== null && { pictureUrl: coverUrl }),
      source: report.stream,
      urls: report.stream.kind === 'pcm' ? { stream: urls.stream } : { stream: urls.stream, index: urls.index },
      durationSeconds: report.stream.totalFrames / report.stream.sampleRate,
      ...(report.stream.channels <= 2 && { opus: { stream: urls.opus, index: urls.opusIndex } }),
      isLossy: !report.format.lossless,
      ...(report.loudness.samplePeak !== null && {
        peaks: {
          sample: report.loudness.samplePeak,
          between: Math.max(
            report.loudness.samplePeak,
            ...report.loudness.truePeakPerChannel.map((peak) => peak ?? -Infinity),
          ),
        },
      }),
    },
    projectId: project.id,
    coverUrl,
    projectTitle: project.name,
    trackId: track.id,
    trackTitle: track.title,
    versionId: version.id,
    versionNumber: version.number,
    href: trackHref(project.id, track.id, { versionId: version.id }),
    peaks: { url: urls.peaks, facts: peaksFacts(report) },
    quality: qualityOf(report.format),
    sha256: version.sha256,
    ...(report.loudness.notMeasured === undefined
      ? { integrated: report.loudness.integrated }
      : { isNotMeasured: true }),
    isReduced: report.findings.some(({ kind }) => kind === 'stream-reduced') || isRounded(report),
  }
}

/** The precision of a 32-bit float: 24 bits in 32 lose nothing. */
const FLOAT_BITS = 24

/**
 * Browsers play 32-bit floats, which have 24 bits of precision: 32-bit integers and 64-bit floats are rounded to them.
 */
function isRounded({ stream, format: { usedBits = 32 } }: AnalysisReport): boolean {
  return usedBits > FLOAT_BITS && stream.kind === 'pcm' && /^(?:s32|f64)/.test(stream.encoding)
}
