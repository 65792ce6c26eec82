import { Listeners } from '#shared/listeners.ts'
import type { Milliseconds } from '#shared/units.ts'
import { apiUrl } from '#web/api/api-url.ts'
import { FailedRequest, hasStatus, mayPass } from '#web/api/failed-request.ts'
import { randomKey } from '#web/api/random-key.ts'
import { sendRequest } from '#web/api/send-request.ts'
import {
  afterChosen,
  afterDiscard,
  afterRefused,
  afterRetry,
  afterSent,
  nextOutgoing,
  withNames,
  type ChosenText,
  type Outgoing,
  type ServerRefusal,
} from './outgoing.ts'
import type { OutgoingStore } from './kept-outgoing.ts'

/** A change that was sent and is not in the refetched answers yet; `madeId` is the server's id of what it created. */
export interface Echo {
  readonly outgoing: Outgoing
  readonly madeId: string | undefined
}

export interface OutboxState {
  /** In order of creation, including refused ones. */
  readonly waiting: readonly Outgoing[]
  /** Sent changes that are still shown from local data. */
  readonly echoes: readonly Echo[]
}

export interface OutboxParts {
  readonly store: OutgoingStore
  /** Refetches what a change has changed, or would have changed. */
  readonly readAgain: (change: Echo) => Promise<unknown>
  /** The server no longer accepts the session. */
  readonly unauthorized: () => void
  /** Runs work in one tab at a time. */
  readonly alone?: (work: () => Promise<void>) => Promise<void>
  readonly send?: typeof sendRequest
}

const RETRY_MS: readonly Milliseconds[] = [1_000, 2_000, 4_000, 8_000, 15_000]

/** Sends changes in order, one at a time per project, and keeps each until the server has answered. */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #listeners = new Listeners()
  readonly #news = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('roughmix.outbox')
  #state: OutboxState = { waiting: [], echoes: [] }
  #flushing: Promise<void> | undefined
  #isAsked = false
  /** Real ids by temporary id. Code may still use the temporary ones. */
  readonly #made = new Map<string, string>()
  readonly #madeFrom = new Map<string, string>()
  /** Keys of changes that the server has confirmed; the store may not be updated yet. */
  readonly #answered = new Set<string>()
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(parts: OutboxParts) {
    this.#parts = parts
    this.#news?.addEventListener('message', () => void this.#look())
  }

  readonly state = (): OutboxState => this.#state

  readonly subscribe = this.#listeners.add

  /** The id under which this page first knew an item: the same before and after the server assigns one. */
  stableKey(id: string): string {
    return this.#madeFrom.get(id) ?? id
  }

  /** The server's id of what has a temporary one, once it has it. */
  realId(id: string): string {
    return this.#made.get(id) ?? id
  }

  /** Reads what an earlier visit left, and sends it. */
  async open(): Promise<void> {
    await this.#look()
    this.flush()
  }

  /** Resolves when the change is stored; from then on it cannot be lost. */
  async add(outgoing: Outgoing): Promise<void> {
    await this.#change((list) => [...list, withNames(outgoing, this.#made)])
    this.flush()
  }

  async discard(key: string): Promise<void> {
    await this.#change((list) => afterDiscard(list, key))
  }

  async retry(key: string): Promise<void> {
    await this.#change((list) => afterRetry(list, key))
    this.flush()
  }

  /** Decides between one's own text and somebody else's. */
  async choose(key: string, chosen: ChosenText): Promise<void> {
    await this.#change((list) => afterChosen(list, key, chosen, randomKey()))
    this.flush()
  }

  /** Deletes everything of this user. */
  async clear(): Promise<void> {
    this.close()
    await this.#change(() => [])
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#news?.close()
  }

  /** Sends what waits. A call during a run makes it check the list once more. */
  flush(): void {
    clearTimeout(this.#retry)
    if (this.#isClosed) return
    if (this.#flushing) return void (this.#isAsked = true)
    const alone = this.#parts.alone ?? oneTab
    this.#flushing = alone(() => this.#sendAll()).finally(() => {
      this.#flushing = undefined
      if (!this.#isAsked) return
      this.#isAsked = false
      this.flush()
    })
  }

  async #sendAll(): Promise<void> {
    // Another tab may have sent some of them.
    const list = await this.#look()
    const projects = [...new Set(list.map(({ projectId }) => projectId))]
    const passed = await Promise.all(projects.map((projectId) => this.#sendProject(projectId)))
    if (passed.every(Boolean)) this.#failures = 0
    else this.#retryLater()
  }

  /** Returns false if the connection or the server failed; the rest waits. */
  async #sendProject(projectId: string): Promise<boolean> {
    for (
      let next = nextOutgoing(this.#state.waiting, projectId);
      next && !this.#isClosed;
      next = nextOutgoing(this.#state.waiting, projectId)
    ) {
      const { key } = next
      try {
        await this.#settle(next, await this.#sendOne(next))
      } catch (error) {
        if (hasStatus(error, 401)) this.#parts.unauthorized()
        if (!isRefusal(error)) return false
        await this.#change((list) => afterRefused(list, key, refusalOf(error)))
        void this.#parts.readAgain({ outgoing: next, madeId: undefined })
      }
    }
    return true
  }

  #sendOne({ route, params, query, body, file, key }: Outgoing): Promise<unknown> {
    const gap = route.indexOf(' ')
    return (this.#parts.send ?? sendRequest)({
      method: route.slice(0, gap),
      url: apiUrl(route.slice(gap + 1), params, query),
      headers: { 'idempotency-key': key },
      ...(body && { body }),
      ...(file && { bytes: file }),
    })
  }

  async #settle(outgoing: Outgoing, answer: unknown): Promise<void> {
    const { key, makes } = outgoing
    const madeId =
      makes !== undefined &&
      typeof answer === 'object' &&
      answer !== null &&
      'id' in answer &&
      typeof answer.id === 'string'
        ? answer.id
        : undefined
    const echo: Echo = { outgoing, madeId }
    if (makes !== undefined && madeId !== undefined) {
      this.#made.set(makes, madeId)
      this.#madeFrom.set(madeId, makes)
    }
    // Do this now, not after the store is updated: otherwise one list would hold the item under both ids, with the same
    // key.
    this.#answered.add(key)
    this.#set({ waiting: this.#unanswered(this.#state.waiting), echoes: [...this.#state.echoes, echo] })
    const forget = () => this.#set({ ...this.#state, echoes: this.#state.echoes.filter((one) => one !== echo) })
    void this.#parts.readAgain(echo).then(forget, forget)
    await this.#change((list) => afterSent(list, key, madeId))
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => this.flush(), RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)])
    this.#failures += 1
  }

  async #look(): Promise<readonly Outgoing[]> {
    const waiting = this.#unanswered(await this.#parts.store.read())
    this.#set({ ...this.#state, waiting })
    return waiting
  }

  async #change(work: (list: readonly Outgoing[]) => readonly Outgoing[]): Promise<void> {
    const waiting = this.#unanswered(await this.#parts.store.change(work))
    this.#set({ ...this.#state, waiting })
    if (!this.#isClosed) this.#news?.postMessage('changed')
  }

  #unanswered(list: readonly Outgoing[]): readonly Outgoing[] {
    return list.filter(({ key }) => !this.#answered.has(key)).map((one) => withNames(one, this.#made))
  }

  #set(state: OutboxState): void {
    this.#state = state
    this.#listeners.tell()
  }
}

/**
 * A retry would get the same answer, so the user decides. A missing session or a full disk is not a refusal: the change
 * waits.
 */
function isRefusal(error: unknown): error is FailedRequest {
  return error instanceof FailedRequest && !mayPass(error) && error.status !== 401 && error.code !== 'storage.full'
}

function refusalOf({ status, code, message, fields }: FailedRequest): ServerRefusal {
  const { current } = fields
  const isWords = typeof current === 'object' && current !== null
  return {
    status,
    code,
    message,
    ...(isWords && {
      current: Object.fromEntries(Object.entries(current).map(([field, words]) => [field, String(words)])),
    }),
  }
}

/**
 * Browsers offer locks only on https and localhost. Without locks, two tabs may send the same change; the idempotency
 * key makes it happen once.
 */
function oneTab(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('roughmix.outbox', work) : work()
}
