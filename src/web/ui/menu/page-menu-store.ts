import { Listeners } from '#shared/listeners.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

/** What the browser's own menu would be about on elements without a menu of ours. */
export type PageMenuSubject =
  | { readonly field: TextField }
  /** Selected text, a link, or both. */
  | { readonly words: string; readonly link: string | undefined }

/** A request for a menu at a point in window pixels. */
export interface PageMenuRequest {
  readonly id: number
  readonly subject: PageMenuSubject
  readonly x: number
  readonly y: number
  readonly byKeyboard: boolean
}

let current: PageMenuRequest | null = null
let lastId = 0
const listeners = new Listeners()

export function openPageMenu(request: Omit<PageMenuRequest, 'id'>): void {
  lastId += 1
  change({ ...request, id: lastId })
}

export function closePageMenu(): void {
  change(null)
}

export function pageMenuRequest(): PageMenuRequest | null {
  return current
}

export const watchPageMenu = listeners.add

function change(next: PageMenuRequest | null): void {
  current = next
  listeners.tell()
}
