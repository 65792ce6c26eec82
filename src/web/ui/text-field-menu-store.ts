import { Listeners } from '#shared/listeners.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

/** A text field was asked for its menu, at a point in window pixels. */
export interface TextFieldMenuRequest {
  readonly id: number
  readonly field: TextField
  readonly x: number
  readonly y: number
}

let current: TextFieldMenuRequest | null = null
let lastId = 0
const listeners = new Listeners()

export function openTextFieldMenu(field: TextField, x: number, y: number): void {
  lastId += 1
  change({ id: lastId, field, x, y })
}

export function closeTextFieldMenu(): void {
  change(null)
}

export function textFieldMenuRequest(): TextFieldMenuRequest | null {
  return current
}

export const watchTextFieldMenu = listeners.add

function change(next: TextFieldMenuRequest | null): void {
  current = next
  listeners.tell()
}
