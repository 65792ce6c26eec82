import type { TrackVersion } from '#features/tracks/tracks.contract.ts'
import { text } from '#web/i18n/text.ts'
import { markerStrings } from './markers.strings.ts'

/** Why the original cannot carry markers to somebody, in words; undefined where it can. */
export function wavError({ report }: Pick<TrackVersion, 'report'>, mayDownload: boolean): string | undefined {
  const { noWav } = markerStrings
  if (!mayDownload) return noWav['no-download']
  if (!report) return noWav['not-checked']
  return report.format.container === 'WAV' ? undefined : text(noWav['not-wav'], { container: report.format.container })
}
