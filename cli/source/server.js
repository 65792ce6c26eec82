import { Trouble } from './trouble.js'

/** @typedef {import('./servers.js').Login} Login */
/** @typedef {import('../../src/shared/errors.ts').ErrorAnswer} ErrorAnswer */

/**
 * @typedef {object} Asking
 * @property {Readonly<Record<string, string | undefined>>} [query]
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {boolean} [isLong] Whether the answer may take longer than a minute to arrive whole.
 */

const LONGEST_WAIT_MS = 30_000
const SILENT_MS = 60_000
/** How long a read-only command waits for a server that does not answer. */
const PATIENCE_MS = 15_000

/** One server, as the user of the token. */
export class Server {
  /**
   * @param {Login} login
   * @param {{ patienceMs?: number, onWait?: (words: string) => void }} [manner]
   */
  constructor({ url, token }, { patienceMs = PATIENCE_MS, onWait = () => undefined } = {}) {
    this.url = url
    this.token = token
    this.patienceMs = patienceMs
    this.onWait = onWait
  }

  /**
   * A route's answer in its contract's shape; retries while the server is temporarily unreachable.
   * @template T
   * @param {string} path
   * @param {Asking} [asking]
   * @returns {Promise<T>}
   */
  async read(path, asking = {}) {
    const answer = await this.get(path, asking)
    const text = await answer.text()
    try {
      return JSON.parse(text)
    } catch {
      throw new Trouble('unreachable', `${this.url} does not answer like a Roughmix server.`, 'no_roughmix')
    }
  }

  /**
   * All items of a paged list.
   * @template T
   * @param {string} path
   * @param {Asking} [asking]
   * @returns {Promise<T[]>}
   */
  async readAll(path, { query, ...asking } = {}) {
    const items = []
    for (let cursor = /** @type {string | undefined} */ (undefined); ;) {
      /** @type {{ items: T[], nextCursor: string | null }} */
      const page = await this.read(path, { ...asking, query: { ...query, limit: '200', cursor } })
      items.push(...page.items)
      if (page.nextCursor === null) return items
      cursor = page.nextCursor
    }
  }

  /**
   * @param {string} path
   * @param {Asking} [asking]
   * @returns {Promise<Response>} One that is ok.
   */
  async get(path, { query = {}, headers = {}, isLong = false } = {}) {
    const url = new URL(this.url + path)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
    const since = Date.now()
    for (let tries = 0; ; tries++) {
      const wait = waitMs(tries)
      const isOver = Date.now() + wait - since > this.patienceMs
      try {
        // The store may send the file; fetch does not pass the token to another origin.
        const answer = await fetch(url, {
          headers: { ...this.headers, ...headers },
          redirect: isLong ? 'follow' : 'manual',
          ...(!isLong && { signal: AbortSignal.timeout(SILENT_MS) }),
        })
        if (answer.ok) return answer
        const trouble = await refusalOf(answer, this.url)
        if (!isPassing(answer.status) || isOver) throw trouble
        await this.wait(retryAfterMs(answer.headers.get('retry-after')) ?? wait, trouble)
      } catch (error) {
        if (error instanceof Trouble) throw error
        if (isOver) throw unreachable(this.url, error)
        await this.wait(wait, unreachable(this.url, error))
      }
    }
  }

  /**
   * @param {number} ms
   * @param {Trouble} trouble
   */
  async wait(ms, { message }) {
    if (ms >= 1000) this.onWait(`${message} Trying again in ${Math.round(ms / 1000)} s.`)
    await pause(ms)
  }

  /** Headers of every request; before sign-in none that could be refused. */
  get headers() {
    return { ...(this.token !== '' && { authorization: `Bearer ${this.token}` }), 'user-agent': 'roughmix-cli' }
  }
}

/** Delay before the next try; grows with each. @param {number} tries */
export function waitMs(tries) {
  return Math.min(LONGEST_WAIT_MS, 500 * 2 ** tries)
}

/** Whether a retry may succeed. @param {number} status */
export function isPassing(status) {
  return status === 429 || status === 502 || status === 503 || status === 504
}

/** @param {string | null | undefined} header */
export function retryAfterMs(header) {
  return header && /^\d{1,4}$/.test(header) ? Number(header) * 1000 : undefined
}

/**
 * The server's refusal with its message.
 * @param {Response} answer
 * @param {string} url
 */
async function refusalOf(answer, url) {
  return refusal(answer.status, await answer.text().catch(() => ''), url)
}

/**
 * @param {number} status
 * @param {string} body
 * @param {string} url
 */
export function refusal(status, body, url) {
  const { code, message } = said(body)
  if (status === 401)
    return new Trouble(
      'refused',
      `${message ?? 'The token is not accepted.'} Sign in again: roughmix login ${url}`,
      code ?? 'unauthorized',
    )
  const words = message ?? `${url} answers ${status}, and not as a Roughmix server does.`
  if (status === 403) return new Trouble('refused', words, code ?? 'forbidden')
  if (status === 404) return new Trouble('notFound', words, code ?? 'not_found')
  return new Trouble(isPassing(status) || !message ? 'unreachable' : 'failed', words, code ?? 'failed')
}

/** @param {string} body @returns {Partial<Pick<ErrorAnswer, 'code' | 'message'>>} */
export function said(body) {
  try {
    const { code, message } = JSON.parse(body)
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : {}
  } catch {
    return {}
  }
}

/**
 * @param {string} url
 * @param {unknown} error
 */
export function unreachable(url, error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const why = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return new Trouble('unreachable', `${url} does not answer${why}.`)
}

/** @param {number} ms @returns {Promise<void>} */
export function pause(ms) {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
