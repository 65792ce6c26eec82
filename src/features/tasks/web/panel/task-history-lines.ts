import { locale } from '#web/i18n/locale.ts'
import { text } from '#web/i18n/text.ts'
import type { TaskEvent } from '../../tasks.contract.ts'
import { taskStrings } from '../tasks.strings.ts'
import { taskPanelStrings } from './task-panel.strings.ts'

export interface HistoryLine {
  readonly key: string
  readonly actorId: string | null
  readonly name: string
  readonly words: string
  readonly at: number
}

/** What somebody does again within this time is one line. */
const AGAIN_MS = 10 * 60_000

const { happened, fields } = taskPanelStrings
const list = new Intl.ListFormat(locale)

/** A task's history in words, oldest first. Where it was put among others is nobody's news. */
export function historyLines(events: readonly TaskEvent[]): readonly HistoryLine[] {
  const lines: HistoryLine[] = []
  for (const event of events) {
    const name = event.actorName ?? taskStrings.someone
    for (const [index, words] of wordsOf(event, name).entries()) {
      const line = { key: `${event.seq} ${index}`, actorId: event.actorId, name, words, at: event.at }
      const last = lines.at(-1)
      const isAgain = last?.words === words && last.actorId === event.actorId && event.at - last.at < AGAIN_MS
      if (isAgain) lines.pop()
      lines.push(line)
    }
  }
  return lines
}

function wordsOf(event: TaskEvent, name: string): readonly string[] {
  const changed = event.changed.flatMap((field) => (field === 'assigneeId' ? [] : [fields[field]]))
  const given =
    event.assigneeId === null
      ? event.changed.includes('assigneeId') && text(happened.left, { name })
      : event.assigneeId === event.actorId
        ? event.kind !== 'task.added' && text(happened.taken, { name })
        : text(happened.given, { name, other: event.assigneeName ?? taskStrings.someone })
  return [
    stepOf(event, name),
    given,
    changed.length > 0 && text(happened.changed, { name, fields: list.format(changed) }),
  ].filter((words) => words !== false && words !== undefined)
}

function stepOf({ kind, isFromNote, versionNumber }: TaskEvent, name: string): string | undefined {
  const step = kind.replace('task.', '')
  if (step === 'added') return text(isFromNote ? happened.madeFromNote : happened.added, { name })
  if (step === 'fixed' && versionNumber !== null) return text(happened.fixedIn, { name, number: versionNumber })
  return step in happened ? text(happened[step as 'fixed'], { name }) : undefined
}
