import { text } from '#web/i18n/text.ts'
import { ownWords } from '../changelog-text.ts'
import type { TrackVersion } from '../tracks.contract.ts'
import { trackStrings } from './tracks.strings.ts'

/**
 * What changed, in one line that may be cut at its end. Lines made from tasks repeat what somebody complained about, so
 * it says that they are done; and how many there are.
 */
export function versionHeadline({ changelog, changes }: Pick<TrackVersion, 'changelog' | 'changes'>): string {
  const own = ownWords(changelog, changes)
  if (own !== '' || changes.length === 0) return own.split('\n', 1)[0] ?? ''
  const lines = changes.map((change) => change.text).join(' · ')
  const ofTasks = changes.every(({ taskNumber }) => taskNumber !== null)
  if (ofTasks) return text(trackStrings.tasksDone, { count: changes.length, lines })
  return changes.length === 1 ? lines : text(trackStrings.changeCount, { count: changes.length, lines })
}
