import type { Selectable } from 'kysely'
import webPush from 'web-push'
import type { Config } from '#server/config.ts'
import { OutgoingFailure, postOut, type OutgoingTrouble } from '#server/http/outgoing-post.ts'
import { vapidOf } from '#server/push/push-settings.ts'
import type { Milliseconds, Seconds } from '#shared/units.ts'
import { inboxLine, inboxPath } from '../inbox-line.ts'
import type { InboxItem } from '../inbox.contract.ts'
import { pushStrings as strings } from '../inbox.strings.ts'
import type { PushDeviceTable } from './inbox.tables.ts'
import { isPushAddress } from './push-devices.queries.ts'

/** A push as the browser shows it; the service worker reads this. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** A path in the product. */
  readonly path: string
  /** A push with the same tag replaces the earlier one. */
  readonly tag: string
}

/** Push services accept 4096 bytes, encrypted. */
const LONGEST_TITLE = 160
const LONGEST_BODY = 360

/** The same text as in the inbox, and no more. */
export function messageOf(item: InboxItem): PushMessage {
  return shown({
    title: inboxLine(item)
      .map(({ text }) => text)
      .join(''),
    body: [item.project.name, item.excerpt].filter((text) => text !== null).join(': '),
    path: inboxPath(item),
    tag: item.id,
  })
}

/** One push for many items, for example after quiet hours. */
export function messageOfMany(items: readonly InboxItem[]): PushMessage {
  const projects = [...new Set(items.map(({ project }) => project.name))]
  return shown({
    title: strings.many.replace('{count}', String(items.length)),
    body: projects.join(', '),
    path: '/inbox',
    tag: 'many',
  })
}

export const testMessage: PushMessage = {
  title: strings.testTitle,
  body: strings.testBody,
  path: '/account/notifications',
  tag: 'test',
}

function shown({ title, body, ...rest }: PushMessage): PushMessage {
  return { title: cut(title, LONGEST_TITLE), body: cut(body, LONGEST_BODY), ...rest }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

const ANSWER_MS: Milliseconds = 10_000
/** How long a push service keeps an undelivered push; the inbox has it anyway. */
const LIFE: Seconds = 12 * 60 * 60

/**
 * `gone`: the subscription has ended. `later`: the service is busy or unreachable. `refused`: it does not accept this
 * push.
 */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'refused'

interface Sending {
  readonly config: Config
  readonly device: Pick<Selectable<PushDeviceTable>, 'endpoint' | 'p256dh' | 'auth'>
  readonly message: PushMessage
  readonly signal: AbortSignal
}

/** Encrypts for that browser (RFC 8291), signs for its push service (RFC 8292), and sends. */
export async function sendPush({
  config,
  device: { endpoint, p256dh, auth },
  message,
  signal,
}: Sending): Promise<PushOutcome> {
  const vapidDetails = vapidOf(config)
  if (!vapidDetails || !isPushAddress(endpoint, config)) return 'refused'
  const details = sealed({ endpoint, keys: { p256dh, auth } }, message, vapidDetails)
  // The key is not a point of the curve, so no browser made it.
  if (!details) return 'refused'
  const named = Object.fromEntries(
    Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  try {
    const { status } = await postOut({
      url: new URL(endpoint),
      headers: named,
      body: details.body ?? '',
      allowPrivate: config.PUSH_PRIVATE_ADDRESSES,
      limitMs: ANSWER_MS,
      keepBytes: 0,
      signal,
    })
    return outcomeOf(status)
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return outcomeOfTrouble(error.trouble)
  }
}

function sealed(
  subscription: webPush.PushSubscription,
  message: PushMessage,
  vapidDetails: webPush.RequestOptions['vapidDetails'],
): webPush.RequestDetails | undefined {
  try {
    return webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      ...(vapidDetails && { vapidDetails }),
      TTL: LIFE,
    })
  } catch {
    return undefined
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}

function outcomeOfTrouble(trouble: OutgoingTrouble): PushOutcome {
  return trouble === 'address' ? 'refused' : 'later'
}
