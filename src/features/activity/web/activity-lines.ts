import type { Activity } from '#features/activity/activity.contract.ts'
import type { Milliseconds } from '#shared/units.ts'
import { activityStrings } from './activity.strings.ts'

/** A part of a line; names are emphasized. */
export interface ActivityLinePart {
  readonly text: string
  readonly name: boolean
}

type Named = Pick<Activity, 'kind' | 'subject' | 'detail'>

/** The text after the actor: "uploaded **v3** of **Glasshouse**". A kind without a text gets a generic one. */
export function activityLine(item: Named): readonly ActivityLinePart[] {
  return filled(activityStrings.lines[item.kind] ?? activityStrings.unknown, item, 1)
}

/** Several similar items: "left **3** notes on **Glasshouse v3**". */
export function activityGroupLine(items: readonly Named[]): readonly ActivityLinePart[] {
  const [first] = items
  if (!first) return []
  const words = activityStrings.many[first.kind]
  return items.length === 1 || words === undefined ? activityLine(first) : filled(words, first, items.length)
}

function filled(words: string, { subject, detail }: Named, count: number): readonly ActivityLinePart[] {
  const gaps: Readonly<Record<string, string>> = {
    subject: subject ?? activityStrings.gone,
    detail: detail === null ? activityStrings.gone : (activityStrings.statuses[detail] ?? detail),
    place: subject === null ? activityStrings.gone : detail === null ? subject : `${subject} ${detail}`,
    count: String(count),
  }
  return words
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const value = /^\{(\w+)\}$/.exec(part)?.[1]
      return value === undefined ? { text: part, name: false } : { text: gaps[value] ?? part, name: value !== 'count' }
    })
}

export interface ActivityGroup {
  /** One item, or several similar ones in a row; newest first. */
  readonly items: readonly Activity[]
}

export interface ActivityDay {
  /** Midnight of the day in the reader's time zone. */
  readonly day: number
  readonly groups: readonly ActivityGroup[]
}

/** Items further apart than this are not grouped. */
const togetherMs: Milliseconds = 60 * 60_000

/** Groups items by calendar day, in their order; similar actions by one person in a row become one line. */
export function activityDays(items: readonly Activity[]): readonly ActivityDay[] {
  const days: { day: number; groups: { items: Activity[] }[] }[] = []
  for (const item of items) {
    const day = new Date(item.at).setHours(0, 0, 0, 0)
    let last = days.at(-1)
    if (last?.day !== day) {
      last = { day, groups: [] }
      days.push(last)
    }
    const group = last.groups.at(-1)
    if (group && belongsTo(item, group.items.at(-1))) group.items.push(item)
    else last.groups.push({ items: [item] })
  }
  return days
}

function belongsTo(item: Activity, before: Activity | undefined): boolean {
  if (!before || activityStrings.many[item.kind] === undefined || before.at - item.at > togetherMs) return false
  const samePlace =
    !item.kind.startsWith('note.') || (item.refs['trackId'] === before.refs['trackId'] && item.detail === before.detail)
  return item.kind === before.kind && item.actorId === before.actorId && samePlace
}

/** The item's path within the product; undefined if there is nothing to open. */
export function activityPath(
  projectId: string,
  { kind, refs, place, isThere }: Pick<Activity, 'kind' | 'refs' | 'place' | 'isThere'>,
): string | undefined {
  if (!isThere) return undefined
  const { trackId } = refs
  const noun = kind.split('.', 1)[0]
  const search: Readonly<Record<string, string | undefined>> =
    noun === 'task'
      ? { tab: 'tasks', task: refs['taskId'] }
      : noun === 'file'
        ? { tab: 'files' }
        : noun === 'stage'
          ? { view: 'sheet' }
          : noun === 'member' || noun === 'invite'
            ? { tab: 'members' }
            : trackId === undefined
              ? {}
              : {
                  trackId,
                  versionId: place?.versionId ?? refs['versionId'],
                  t: place ? String(Math.round(place.fromSeconds * 1000) / 1000) : undefined,
                  note: refs['noteId'],
                }
  const parts = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return parts.length === 0 ? undefined : `/?${new URLSearchParams([['projectId', projectId], ...parts])}`
}
