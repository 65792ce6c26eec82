import { text } from '#web/i18n/text.ts'
import { MOST_TRACKS_AT_ONCE } from '../../track-batch-limit.ts'
import { selectionStrings } from './selection.strings.ts'

/** Why one request cannot take all of the selected tracks; undefined if it can. */
export function tooMany(selected: readonly unknown[], most = MOST_TRACKS_AT_ONCE): string | undefined {
  return selected.length > most ? text(selectionStrings.tooMany, { most }) : undefined
}
