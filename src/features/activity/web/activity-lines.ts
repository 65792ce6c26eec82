import type { Activity } from '#features/activity/activity.contract.ts'
import { activityStrings } from './activity.strings.ts'

/** A piece of a line; a name stands out from the words around it. */
export interface LinePart {
  readonly text: string
  readonly name: boolean
}

/** The words after the actor: "uploaded **v3** of **Glasshouse**". A kind nobody wrote words for is told plainly. */
export function activityLine({ kind, subject, detail }: Pick<Activity, 'kind' | 'subject' | 'detail'>): readonly LinePart[] {
  const words = activityStrings.lines[kind] ?? activityStrings.unknown
  const gaps: Readonly<Record<string, string>> = {
    subject: subject ?? activityStrings.gone,
    detail: detail === null ? activityStrings.gone : activityStrings.statuses[detail] ?? detail,
  }
  return words.split(/(\{\w+\})/).filter((part) => part !== '').map((part) => {
    const value = /^\{(\w+)\}$/.exec(part)?.[1]
    return value === undefined ? { text: part, name: false } : { text: gaps[value] ?? part, name: true }
  })
}

export interface ActivityDay {
  /** Midnight of the day where the reader is. */
  readonly day: number
  readonly items: readonly Activity[]
}

/** Lines by calendar day, in the order they came. */
export function activityDays(items: readonly Activity[]): readonly ActivityDay[] {
  const days: { day: number, items: Activity[] }[] = []
  for (const item of items) {
    const day = new Date(item.at).setHours(0, 0, 0, 0)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
