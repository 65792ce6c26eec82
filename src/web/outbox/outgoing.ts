import type { Instant } from '#shared/units.ts'
import type { TextConflict } from '../ui/form/use-guarded-texts.ts'

/** The reason why the server refused a change. */
export interface ServerRefusal {
  readonly status: number
  readonly code: string
  readonly message: string
  /** If somebody else changed it first: the current values, by field. */
  readonly current?: Readonly<Record<string, string>>
}

/** A change that is being sent to the server or stored until it can be reached. */
export interface Outgoing {
  /** Identifies the change here, and serves as Idempotency-Key on the server. */
  readonly key: string
  readonly projectId: string
  /** `METHOD /path`, as in a contract. */
  readonly route: string
  readonly params: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** The bytes of a file, sent instead of the body, with what its address says of it. */
  readonly file?: Blob
  readonly query?: Readonly<Record<string, string>>
  /** What else to show until the change is in the refetched answers. */
  readonly also?: Readonly<Record<string, unknown>>
  /** The temporary id of what the change creates. */
  readonly makes?: string
  /** The text that the user wrote, so that it is never lost. */
  readonly words: string
  readonly at: Instant
  readonly refused?: ServerRefusal
}

/**
 * The next change to send of a project: the oldest that does not depend on something still to be created. Refused ones
 * wait for the user.
 */
export function nextOutgoing(list: readonly Outgoing[], projectId: string): Outgoing | undefined {
  const unmade = new Set(list.flatMap(({ makes }) => makes ?? []))
  return list.find((one) => one.projectId === projectId && !one.refused && !namesAny(one, unmade))
}

/** Removes a confirmed change and replaces the temporary id of what it created. */
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
 * Retries a refused change. It keeps its key, because an earlier attempt whose answer was lost may have been done, and
 * the server stores no key for a refusal.
 */
export function afterRetry(list: readonly Outgoing[], key: string): readonly Outgoing[] {
  return list.map((one) => {
    if (one.key !== key) return one
    const { refused: _, ...again } = one
    return again
  })
}

/** By fields of its body. */
export function conflictsIn({ body = {}, refused }: Outgoing): readonly TextConflict[] {
  return Object.entries(refused?.current ?? {}).flatMap(([field, theirs]) => {
    const mine = body[field] ?? (field in body ? '' : undefined)
    return typeof mine === 'string' && mine !== theirs ? [{ field, theirs, mine }] : []
  })
}

export interface ChosenText {
  readonly field: string
  /** Null leaves what somebody else wrote. */
  readonly words: string | null
}

/**
 * Decides about one text of a refused change. With the last decision it is sent again if anything is left of it. It
 * then says that the other text was seen, and so is a different request with a new key.
 */
export function afterChosen(
  list: readonly Outgoing[],
  key: string,
  { field, words }: ChosenText,
  newKey: string,
): readonly Outgoing[] {
  const one = list.find((other) => other.key === key)
  if (!one?.refused?.current) return list
  const { [field]: seen = '', ...undecided } = one.refused.current
  const { basedOn, [field]: _, ...others } = one.body ?? {}
  const chosen: Outgoing = {
    ...one,
    words: words ?? one.words,
    body: {
      ...others,
      // An empty choice, such as no part, is null.
      ...(words !== null && { [field]: words === '' && one.body?.[field] === null ? null : words }),
      basedOn: typeof basedOn === 'object' ? { ...basedOn, [field]: seen } : seen,
    },
    refused: { ...one.refused, current: undecided },
  }
  const { refused: __, ...again } = chosen
  const isDecided = conflictsIn(chosen).length === 0
  if (isDecided && Object.keys(chosen.body ?? {}).every((name) => name === 'basedOn')) return afterDiscard(list, key)
  return list.map((other) => (other === one ? (isDecided ? { ...again, key: newKey } : chosen) : other))
}

/** Drops a change, and with it every change of what it would have created. */
export function afterDiscard(list: readonly Outgoing[], key: string): readonly Outgoing[] {
  const gone = list.find((one) => one.key === key)
  if (!gone) return list
  const rest = list.filter((one) => one !== gone)
  const { makes } = gone
  if (makes === undefined) return rest
  return rest
    .filter((one) => namesAny(one, new Set([makes])))
    .reduce<readonly Outgoing[]>((left, dependent) => {
      const without = withoutId(dependent, makes)
      return without
        ? left.map((one) => (one.key === dependent.key ? without : one))
        : afterDiscard(left, dependent.key)
    }, rest)
}

/** A note stays without one of its files, unless it says nothing else. */
function withoutId(one: Outgoing, id: string): Outgoing | undefined {
  const lists = Object.entries(one.body ?? {}).filter(([, value]) => Array.isArray(value) && value.includes(id))
  if (lists.length === 0 || Object.values(one.params).includes(id)) return undefined
  const left = lists.map(
    ([field, value]) => [field, (value as readonly unknown[]).filter((item) => item !== id)] as const,
  )
  if (one.words === '' && left.every(([, items]) => items.length === 0)) return undefined
  return { ...one, body: { ...one.body, ...Object.fromEntries(left) } }
}

function namesAny({ params, body, makes }: Outgoing, ids: ReadonlySet<string>): boolean {
  const isNamed = (value: unknown): boolean =>
    Array.isArray(value) ? value.some(isNamed) : typeof value === 'string' && value !== makes && ids.has(value)
  return Object.values(params).some(isNamed) || Object.values(body ?? {}).some(isNamed)
}

/** Replaces temporary ids by real ones. */
export function withNames(one: Outgoing, names: ReadonlyMap<string, string>): Outgoing {
  const real = (value: string) => names.get(value) ?? value
  const swap = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(swap) : typeof value === 'string' ? real(value) : value
  return {
    ...one,
    params: Object.fromEntries(Object.entries(one.params).map(([name, value]) => [name, real(value)])),
    ...(one.body && { body: Object.fromEntries(Object.entries(one.body).map(([name, value]) => [name, swap(value)])) }),
  }
}
