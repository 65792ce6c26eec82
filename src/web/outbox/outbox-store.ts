import { useSyncExternalStore } from 'react'
import type { Contract } from '#shared/contract.ts'
import { Listeners } from '#shared/listeners.ts'
import type { JsonKeys, RequestOf } from '#web/api/api-client.ts'
import { networkFailure } from '#web/api/failed-request.ts'
import { randomKey } from '#web/api/random-key.ts'
import type { Outbox, OutboxState } from './outbox.ts'
import type { Outgoing } from './outgoing.ts'

interface Opened {
  readonly userId: string
  readonly owner: object
  readonly outbox: Outbox
}

let opened: Opened | undefined
/** Told of the next outbox that is opened. */
let awaiting = Promise.withResolvers<Opened>()
/** Its code comes after the first screen; where it has not come by then, it does not come. */
const COMES_WITHIN_MS = 20_000
const listeners = new Listeners()

/**
 * The page's outbox from now on, with what an earlier visit of this person left; `make` keeps its code out of the first
 * screen. Another `owner`, whose lists it would read again, has one of their own.
 */
export function openOutbox(userId: string, owner: object, make: () => Outbox): Outbox {
  if (opened?.userId === userId && opened.owner === owner) return opened.outbox
  opened?.outbox.close()
  const outbox = make()
  opened = { userId, owner, outbox }
  awaiting.resolve(opened)
  outbox.subscribe(() => listeners.tell())
  void outbox.open()
  listeners.tell()
  return outbox
}

/** Nothing of whoever signed out stays. */
export async function forgetOutbox(): Promise<void> {
  await opened?.outbox.clear()
  opened = undefined
  awaiting = Promise.withResolvers()
}

/** The page's outbox, also for what is written before it is there. */
async function present(): Promise<Outbox> {
  if (opened) return opened.outbox
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(networkFailure()), COMES_WITHIN_MS))
  return (await Promise.race([awaiting.promise, late])).outbox
}

export function useOutboxState(): OutboxState {
  return useSyncExternalStore(listeners.add, stateNow)
}

export function unsentCount(): number {
  return stateNow().waiting.length
}

/** An id for what is not made yet. */
export function tempId(): string {
  return `new-${randomKey()}`
}

/**
 * For keys of what stands on the page: what is made here keeps its place, and what is open in it, when it gets its real
 * id.
 */
export function stableKey(id: string): string {
  return opened?.outbox.stableKey(id) ?? id
}

export interface Kept {
  /** What the person wrote. */
  readonly words?: string
  /** From `tempId`. */
  readonly makes?: string
  /** What is shown of it besides its body. */
  readonly also?: Readonly<Record<string, unknown>>
}

/**
 * `later('PATCH /api/…', { params, body })`: a change of a project that is kept until the server has it, typed by the
 * contract. Resolves as soon as it is kept; what becomes of it, the outbox tells.
 */
export function queuedClient<C extends Contract>(): <K extends JsonKeys<C>>(
  route: K,
  request: RequestOf<C, K>,
  kept?: Kept,
) => Promise<void> {
  return async (route, request, { words = '', makes, also } = {}) => {
    const {
      params,
      body,
    }: { readonly params?: Readonly<Record<string, string>> | undefined; readonly body?: unknown } = request
    const outgoing: Outgoing = {
      key: randomKey(),
      projectId: params?.['projectId'] ?? '',
      route,
      params: params ?? {},
      words,
      at: Date.now(),
      ...(isRecord(body) && { body }),
      ...(makes !== undefined && { makes }),
      ...(also && { also }),
    }
    await (await present()).add(outgoing)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function stateNow(): OutboxState {
  return opened?.outbox.state() ?? nothing
}

const nothing: OutboxState = { waiting: [], echoes: [] }
