import type { AnalysisReport } from '#audio/analysis-report.ts'
import { type Exchange, KEPT_BY_NOBODY, KEPT_BY_THE_BROWSER } from '#server/http/http-exchange.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { mediaType } from '../../media-types.ts'
import { trackErrors } from '../../tracks.contract.ts'
import { type DerivedFile, derivedFileKey } from './derived-files.ts'
import type { VersionScope } from '../tracks.scope.ts'
import { parsedReport } from './version-report.ts'

/** The uploaded bytes, under their original name. */
export async function sendOriginal({ storage, version }: VersionScope, exchange: Exchange): Promise<void> {
  await sendBlob({
    ...exchange,
    storage,
    key: version.storage_key,
    contentType: mediaType(version.file_name),
    sha256: version.sha256,
    fileName: version.file_name,
    disposition: 'attachment',
    cacheControl: KEPT_BY_NOBODY,
    fromStore: true,
  })
}

/** Sent by ranges to the player: the FLAC rendition, or the original if that is streamed itself. */
export async function sendStream({ storage, version }: VersionScope, exchange: Exchange): Promise<void> {
  const { stream } = reportOf(version)
  const inOriginal = stream.kind === 'pcm' || stream.inOriginal === true
  const key = inOriginal ? version.storage_key : derivedFileKey(version, 'flac')
  await sendBlob({
    ...exchange,
    storage,
    key,
    contentType: stream.kind === 'pcm' ? 'application/octet-stream' : 'audio/flac',
    etag: `${version.sha256}-stream`,
    disposition: 'inline',
    cacheControl: KEPT_BY_THE_BROWSER,
    fromStore: true,
  })
}

export async function sendDerived(
  { storage, version }: VersionScope,
  file: DerivedFile,
  exchange: Exchange,
): Promise<void> {
  reportOf(version)
  await sendBlob({
    ...exchange,
    storage,
    key: derivedFileKey(version, file),
    contentType: 'application/octet-stream',
    // A newer analysis writes another energy grid.
    etag: `${version.sha256}-${file}${file === 'energy' ? `-${version.analysis_version}` : ''}`,
    disposition: 'inline',
    cacheControl: KEPT_BY_THE_BROWSER,
  })
}

/** The analysis' report; refused while there is none. */
export function reportOf(version: VersionScope['version']): AnalysisReport {
  if (version.state === 'checking' && version.report === null) throw trackErrors['version.not_ready']()
  const report = parsedReport(version)
  if (report === null) throw trackErrors['version.no_stream']()
  return report
}
