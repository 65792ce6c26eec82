import type { Instant } from '#shared/units.ts'

/** Why the server would not do it. */
export interface ServerRefusal {
  readonly status: number
  readonly code: string
  readonly message: string
  /** Where somebody else was first: what it is now, by field. */
  readonly current?: Readonly<Record<string, string>>
}

/** A change that is on its way to the server, or is kept until there is one. */
export interface Outgoing {
  /** Names it here, and to the server as the Idempotency-Key: sent twice it happens once. */
  readonly key: string
  readonly projectId: string
  /** `METHOD /path` as in a contract. */
  readonly route: string
  readonly params: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** What is shown of it besides, until it is read back. */
  readonly also?: Readonly<Record<string, unknown>>
  /** The id by which what it makes is known until the server gives another. */
  readonly makes?: string
  /** What the person wrote, so that it is never lost. */
  readonly words: string
  readonly at: Instant
  readonly refused?: ServerRefusal
}

/**
 * What may be sent next of a project: the oldest that waits for nothing that is still to be made. Refused ones wait for
 * the person.
 */
export function nextOutgoing(list: readonly Outgoing[], projectId: string): Outgoing | undefined {
  const unmade = new Set(list.flatMap(({ makes }) => makes ?? []))
  return list.find((one) => one.projectId === projectId && !one.refused && !namesAny(one, unmade))
}

/** It is done. What it made is called by its real name from now on. */
export function afterSent(list: readonly Outgoing[], key: string, madeId: string | undefined): readonly Outgoing[] {
  const sent = list.find((one) => one.key === key)
  const rest = list.filter((one) => one !== sent)
  if (sent?.makes === undefined || madeId === undefined) return rest
  const names = new Map([[sent.makes, madeId]])
  return rest.map((one) => withNames(one, names))
}

export function afterRefused(list: readonly Outgoing[], key: string, refused: ServerRefusal): readonly Outgoing[] {
  return list.map((one) => (one.key === key ? { ...one, refused } : one))
}

/**
 * Once more, and under the same key: an earlier attempt whose answer was lost may have been done, and the server keeps
 * no key of what it refused. Over somebody else's words only when the person has seen them; that is another request,
 * under a key of its own.
 */
export function afterRetry(list: readonly Outgoing[], key: string, newKey: string): readonly Outgoing[] {
  return list.map((one) => {
    if (one.key !== key) return one
    const { refused, ...again } = one
    return {
      ...again,
      ...(refused?.current && {
        key: newKey,
        body: { ...one.body, basedOn: seenNow(one.body?.['basedOn'], refused.current) },
      }),
    }
  })
}

/** Given up, and with it what was about what it would have made. */
export function afterDiscard(list: readonly Outgoing[], key: string): readonly Outgoing[] {
  const gone = list.find((one) => one.key === key)
  if (!gone) return list
  const rest = list.filter((one) => one !== gone)
  const { makes } = gone
  if (makes === undefined) return rest
  return rest
    .filter((one) => namesAny(one, new Set([makes])))
    .reduce<readonly Outgoing[]>((left, { key: next }) => afterDiscard(left, next), rest)
}

function seenNow(before: unknown, current: Readonly<Record<string, string>>): unknown {
  if (typeof before === 'string') return current['body'] ?? before
  if (typeof before !== 'object' || before === null) return before
  return Object.fromEntries(Object.keys(before).map((field) => [field, current[field] ?? '']))
}

function namesAny({ params, body, makes }: Outgoing, ids: ReadonlySet<string>): boolean {
  const isNamed = (value: unknown) => typeof value === 'string' && value !== makes && ids.has(value)
  return Object.values(params).some(isNamed) || Object.values(body ?? {}).some(isNamed)
}

/** With real names in place of those things had before they were made. */
export function withNames(one: Outgoing, names: ReadonlyMap<string, string>): Outgoing {
  const swap = <T>(value: T): T | string => (typeof value === 'string' ? (names.get(value) ?? value) : value)
  return {
    ...one,
    params: Object.fromEntries(Object.entries(one.params).map(([name, value]) => [name, swap(value)])),
    ...(one.body && { body: Object.fromEntries(Object.entries(one.body).map(([name, value]) => [name, swap(value)])) }),
  }
}
