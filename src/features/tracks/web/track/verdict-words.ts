import type { TrackVersion } from '../../tracks.contract.ts'
import { unknownVerdict, verdictStrings } from './findings.strings.ts'

/** Why a version was refused, as one or two sentences. */
export function verdictWords({ verdict }: Pick<TrackVersion, 'verdict'>): string {
  return verdictStrings[verdict ?? ''] ?? unknownVerdict
}
