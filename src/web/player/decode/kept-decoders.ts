import type { DecoderFacts } from './decoder-facts.ts'

export type DecoderStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface Kept {
  /** User agent: the facts apply to one version of a browser. */
  readonly browser: string
  readonly facts?: DecoderFacts
  /** How many checks were started and never finished: a failing decoder may crash the whole process. */
  readonly begun?: number
}

const KEY = 'roughmix.decoders'
/** Tolerates one unfinished check, because the user may have closed the page. */
const MOST_BEGUN = 2

/**
 * Stores what is known of this browser's decoders from one page to the next. If storage is refused, each page checks
 * again.
 */
export class KeptDecoders {
  readonly #storage: DecoderStorage | undefined
  readonly #browser: string
  #isChecking = false
  readonly #leave = (): void => this.end()

  constructor(storage = pageStorage(), browser = navigator.userAgent) {
    this.#storage = storage
    this.#browser = browser
  }

  facts(): DecoderFacts | undefined {
    return this.#read().facts
  }

  /** Call before a check of WebCodecs. False means: do not check, because earlier checks crashed the page's process. */
  begin(): boolean {
    const { begun = 0 } = this.#read()
    if (begun >= MOST_BEGUN) return false
    this.#write({ begun: begun + 1 })
    this.#isChecking = true
    globalThis.addEventListener?.('pagehide', this.#leave)
    return true
  }

  /** The check ended, or its page is being left, without a result to store. */
  end(): void {
    if (!this.#isChecking) return
    this.#settle()
    const { begun = 0, facts } = this.#read()
    // Another page may have stored a result meanwhile.
    if (!facts) this.#write({ begun: Math.max(0, begun - 1) })
  }

  keep(facts: DecoderFacts): void {
    if (!this.#isChecking) return
    this.#settle()
    this.#write({ facts })
  }

  #settle(): void {
    this.#isChecking = false
    globalThis.removeEventListener?.('pagehide', this.#leave)
  }

  #read(): Kept {
    try {
      const kept: unknown = JSON.parse(this.#storage?.getItem(KEY) ?? 'null')
      if (isKept(kept) && kept.browser === this.#browser) return kept
    } catch {
      // Storage is refused, or the value is not ours.
    }
    return { browser: this.#browser }
  }

  #write(kept: Omit<Kept, 'browser'>): void {
    try {
      if (kept.facts || kept.begun) this.#storage?.setItem(KEY, JSON.stringify({ browser: this.#browser, ...kept }))
      else this.#storage?.removeItem(KEY)
    } catch {
      // Storage is refused.
    }
  }
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' && value !== null && 'browser' in value && (!('facts' in value) || areFacts(value.facts))
  )
}

function areFacts(value: unknown): value is DecoderFacts {
  const names = ['webCodecsFlac', 'webCodecsOpus', 'pageFlac', 'pageOpus']
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Object.getOwnPropertyDescriptor(value, name)?.value === 'boolean')
  )
}

function pageStorage(): DecoderStorage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
