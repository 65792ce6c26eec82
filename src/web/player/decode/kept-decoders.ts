import type { DecoderFacts } from './decoder-facts.ts'

export type DecoderStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface Kept {
  /** Facts are those of one browser's version. */
  readonly browser: string
  readonly facts?: DecoderFacts
  /** So often has a check begun that did not end: a decoder that fails may take the whole process with it. */
  readonly begun?: number
}

const KEY = 'roughmix.decoders'
/** One may have been closed in the middle. */
const MOST_BEGUN = 2

/**
 * What is known of this browser's decoders, from one page to the next. Where storage is refused, each page looks for
 * itself.
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

  /** A check of WebCodecs begins. False: leave it alone, earlier ones ended with the page's process. */
  begin(): boolean {
    const { begun = 0 } = this.#read()
    if (begun >= MOST_BEGUN) return false
    this.#write({ begun: begun + 1 })
    this.#isChecking = true
    globalThis.addEventListener?.('pagehide', this.#leave)
    return true
  }

  /** The check ended, or its page is left, without anything to keep. */
  end(): void {
    if (!this.#isChecking) return
    this.#settle()
    const { begun = 0, facts } = this.#read()
    // Another page may have found out meanwhile.
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
      // Refused, or not ours.
    }
    return { browser: this.#browser }
  }

  #write(kept: Omit<Kept, 'browser'>): void {
    try {
      if (kept.facts || kept.begun) this.#storage?.setItem(KEY, JSON.stringify({ browser: this.#browser, ...kept }))
      else this.#storage?.removeItem(KEY)
    } catch {
      // Refused.
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
