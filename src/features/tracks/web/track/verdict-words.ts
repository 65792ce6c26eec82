import { unplayableKinds } from '#audio/unplayable-kinds.ts'
import { text } from '#web/i18n/text.ts'
import type { TrackVersion } from '../../tracks.contract.ts'
import { unknownVerdict, unplayableVerdict, verdictStrings } from './verdict.strings.ts'

/** Why a version was refused, as one to three sentences. */
export function verdictWords({ verdict, verdictDetail }: Pick<TrackVersion, 'verdict' | 'verdictDetail'>): string {
  const kind = verdict === 'unsupported' && unplayableKinds.find((name) => name === verdictDetail)
  if (kind) return text(unplayableVerdict, { kind })
  return verdictStrings[verdict ?? ''] ?? unknownVerdict
}
