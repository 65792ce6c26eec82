import { useSyncExternalStore } from 'react'
import type { Contract } from '#shared/contract.ts'
import { Listeners } from '#shared/listeners.ts'
import type { JsonKeys, RequestOf } from '#web/api/api-client.ts'
import { networkFailure } from '#web/api/failed-request.ts'
import { randomKey } from '#web/api/random-key.ts'
import type { Outbox, OutboxState } from './outbox.ts'
import type { ChosenText, Outgoing } from './outgoing.ts'

interface Opened {
  readonly userId: string
  readonly owner: object
  readonly outbox: Outbox
}

let opened: Opened | undefined
/** Resolves with the next outbox that is opened. */
let awaiting = Promise.withResolvers<Opened>()
/** The outbox code loads after the first screen; after this time, loading has failed. */
const COMES_WITHIN_MS = 20_000
const listeners = new Listeners()

/**
 * Opens the page's outbox with the changes that an earlier visit of this user left. `make` keeps its code out of the
 * first bundle. A different `owner`, whose queries the outbox refetches, gets a new outbox.
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

/** Deletes everything of the user who signed out. */
export async function forgetOutbox(): Promise<void> {
  await opened?.outbox.clear()
  opened = undefined
  awaiting = Promise.withResolvers()
}

/** The page's outbox; waits until it is open. */
async function present(): Promise<Outbox> {
  if (opened) return opened.outbox
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(networkFailure()), COMES_WITHIN_MS))
  return (await Promise.race([awaiting.promise, late])).outbox
}

/** Sends a refused change again. */
export async function retryOutgoing(key: string): Promise<void> {
  await (await present()).retry(key)
}

/** Decides about one text of a refused change. */
export async function chooseText(key: string, chosen: ChosenText): Promise<void> {
  await (await present()).choose(key, chosen)
}

/** The server's id of what has a temporary one, once it has it. */
export function realId(id: string): string {
  return opened?.outbox.realId(id) ?? id
}

interface QueuedFile {
  /** `POST /path`, with its params and what its query says of the file. */
  readonly route: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly file: Blob
  /** From `tempId`. */
  readonly makes: string
}

/** Stores a file in this browser until the server has it. */
export async function queueFile({ params, ...rest }: QueuedFile): Promise<void> {
  const outgoing = {
    key: randomKey(),
    projectId: params['projectId'] ?? '',
    params,
    words: '',
    at: Date.now(),
    ...rest,
  }
  await (await present()).add(outgoing)
}

/** A file that waits for the server. */
export function queuedFile(id: string): Blob | undefined {
  return stateNow().waiting.find(({ makes }) => makes === id)?.file
}

/** Drops what waits to be created under a temporary id. */
export async function dropQueued(id: string): Promise<void> {
  const outbox = await present()
  const { key } = outbox.state().waiting.find(({ makes }) => makes === id) ?? {}
  if (key !== undefined) await outbox.discard(key)
}

export function useOutboxState(): OutboxState {
  return useSyncExternalStore(listeners.add, stateNow)
}

export function unsentCount(): number {
  return stateNow().waiting.length
}

/** An id for something that the server has not created yet. */
export function tempId(): string {
  return `new-${randomKey()}`
}

/**
 * A React key that stays the same when an item gets its real id, so that the item keeps its place and its open state.
 */
export function stableKey(id: string): string {
  return opened?.outbox.stableKey(id) ?? id
}

export interface Kept {
  /** The text that the user wrote. */
  readonly words?: string
  /** From `tempId`. */
  readonly makes?: string
  /** What to show besides the body. */
  readonly also?: Readonly<Record<string, unknown>>
}

/**
 * `later('PATCH /api/…', { params, body })`: stores a change of a project until the server has it; typed by the
 * contract. Resolves when the change is stored; the outbox reports the result.
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
