import { approvedTogether, inboxLines, inboxNames } from './inbox.strings.ts'
import type { NotificationKind } from './notification-kinds.ts'

/** The fields of an item that its line needs. */
export interface LineItem {
  readonly kind: NotificationKind
  readonly actor: { readonly name: string | null } | null
  readonly project: { readonly id: string }
  readonly track: { readonly id: string; readonly title: string } | null
  readonly version: { readonly id: string; readonly number: number } | null
  /** Approved together. */
  readonly tracks: number
  readonly note: { readonly id: string; readonly fromSeconds: number | null } | null
  readonly task: { readonly id: string; readonly number: string; readonly title: string } | null
  readonly webhook: { readonly host: string; readonly organizationId: string | null } | null
}

/** A part of a line; names are emphasized. */
export interface InboxLinePart {
  readonly text: string
  readonly name: boolean
}

export function inboxLine({ kind, actor, track, version, tracks, task, webhook }: LineItem): readonly InboxLinePart[] {
  const names: Readonly<Record<string, string>> = {
    actor: actor ? (actor.name ?? inboxNames.someone) : inboxNames.product,
    place: track ? [track.title, version && `v${version.number}`].filter(Boolean).join(' ') : inboxNames.gone,
    task: task ? `${task.number} ${task.title}` : inboxNames.gone,
    webhook: webhook?.host ?? inboxNames.gone,
  }
  const line =
    kind === 'approved' && tracks > 1 ? approvedTogether.replace('{count}', String(tracks)) : inboxLines[kind]
  return line
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = names[/^\{(\w+)\}$/.exec(part)?.[1] ?? '']
      return name === undefined ? { text: part, name: false } : { text: name, name: true }
    })
}

/** The item's path in the product: a note at its position, a task with its panel open. Ids need no escaping. */
export function inboxPath({ kind, project, track, version, note, task, webhook }: LineItem): string {
  if (webhook?.organizationId) return `/organization/${webhook.organizationId}/webhooks`
  const place = task
    ? ['tab=tasks', `task=${task.id}`]
    : kind === 'joined' || kind === 'access'
      ? ['tab=members']
      : webhook
        ? ['tab=settings']
        : track
          ? trackPlace(track.id, version?.id, note)
          : []
  return `/?${[`projectId=${project.id}`, ...place].join('&')}`
}

function trackPlace(trackId: string, versionId: string | undefined, note: LineItem['note']): readonly string[] {
  const at = note?.fromSeconds ?? null
  return [
    `trackId=${trackId}`,
    ...(versionId === undefined ? [] : [`versionId=${versionId}`]),
    ...(at === null ? [] : [`t=${Math.round(at * 1000) / 1000}`]),
    ...(note ? [`note=${note.id}`] : []),
  ]
}
