import { text } from '#web/i18n/text.ts'
import type { Stage } from '../../stages.contract.ts'
import { stageStrings as strings } from '../stages.strings.ts'
import type { SheetCells } from './sheet-progress.ts'

interface SheetTable {
  readonly tracks: readonly { readonly id: string; readonly title: string }[]
  readonly stages: readonly Stage[]
  readonly cellOf: SheetCells
  readonly nameOf: (userId: string) => string
}

/** For spreadsheets: a line for each track, and four columns for each stage. */
export function sheetCsv({ tracks, stages, cellOf, nameOf }: SheetTable): string {
  const head = stages.flatMap(({ name: stage }) => [
    stage,
    text(strings.csvWho, { stage }),
    text(strings.csvDue, { stage }),
    text(strings.csvNote, { stage }),
  ])
  const lines = tracks.map(({ id, title }) => [
    title,
    ...stages.flatMap((stage) => {
      const { state, assigneeId, dueOn, note } = cellOf(stage.id, id)
      return [strings.states[state], assigneeId === null ? '' : nameOf(assigneeId), dueOn ?? '', note]
    }),
  ])
  return [[strings.csvTitle, ...head], ...lines].map(csvLine).join('')
}

/** A spreadsheet would run a name that starts like a formula, so it is escaped. */
function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`).join(',')}\r\n`
}
