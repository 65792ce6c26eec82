import { Listeners } from '#shared/listeners.ts'
import { BUILT_IN_KEYS, type BuiltIn, type KeyMap, keysIn } from './key-map.ts'

/** What a key does on the present page. The help dialog lists exactly these. */
export interface PageKey extends BuiltIn {
  readonly label: string
  readonly group: string
  /** What else is bound to the key comes first. */
  readonly yields?: boolean
  /** It records or decides: searched for, it is found by its own words alone. */
  readonly isDeliberate?: boolean
  /** Held down it repeats: seeking does, toggling does not. */
  readonly repeats?: boolean
  /** Missing where a focused list deals with its keys itself: then they are only listed. */
  readonly run?: () => void
  /** When it is let go, where holding it means something. */
  readonly release?: () => void
}

export type PagePress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'> &
  Partial<Pick<KeyboardEvent, 'code'>>

/**
 * The press as bindings write it; undefined with Ctrl or Command, which are the browser's. Symbols carry their Shift
 * themselves.
 */
export function comboOf(press: PagePress): string | undefined {
  const { shiftKey, altKey, ctrlKey, metaKey } = press
  if (ctrlKey || metaKey) return undefined
  const key = latinKey(press)
  const name = key === ' ' ? 'Space' : key === '−' ? '-' : key.length === 1 ? key.toUpperCase() : key
  const isSymbol = name.length === 1 && name.toLowerCase() === name.toUpperCase()
  return `${altKey ? 'Alt+' : ''}${shiftKey && !isSymbol ? 'Shift+' : ''}${name}`
}

const symbolsByCode: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Backquote: '`',
  Period: '.',
}

/** Where a layout writes other letters and digits than Latin ones, what stands on the same key of a Latin one. */
export function latinKey({ key, code = '' }: Pick<PagePress, 'key' | 'code'>): string {
  if (!/^[\p{L}\p{Nd}]$/u.test(key) || /[\p{Script=Latin}0-9]/u.test(key)) return key
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? symbolsByCode[code] ?? key
}

/** What has the focus, as far as it matters to single keys. */
export type KeyOwner = 'page' | 'button' | 'slider' | 'mover' | 'everything'

const pressed: ReadonlySet<string> = new Set(['Space', 'Enter'])
const moving: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/** Whether the focused control means something itself by this key. */
export function isOwned(owner: KeyOwner, combo: string): boolean {
  const key = combo.split('+').at(-1) || combo
  if (owner === 'everything') return true
  if (owner === 'slider') return moving.has(key)
  if (owner === 'mover') return moving.has(key) || pressed.has(key)
  return owner === 'button' && pressed.has(key)
}

/**
 * Text fields, dialogs and menus keep every key; sliders those that move them; tabs and radio buttons also those that
 * press them; buttons and links these alone. A slider has no use for Space and Enter: after a click on the waveform
 * they play.
 */
export function keyOwner(target: EventTarget | null): KeyOwner {
  if (!(target instanceof HTMLElement)) return 'page'
  if (
    target.isContentEditable ||
    target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], select, textarea')
  )
    return 'everything'
  if (target.matches('input[type="range"], [role="slider"]')) return 'slider'
  if (target instanceof HTMLInputElement)
    return ['checkbox', 'radio', 'button', 'file'].includes(target.type) ? 'mover' : 'everything'
  if (target.closest('[role="tab"], [role="radio"], summary')) return 'mover'
  return target.closest('button, a[href], [role="button"]') ? 'button' : 'page'
}

/**
 * On a waveform or position line Enter plays like Space, whatever keys a person has for it. In a form, Enter on a range
 * sends the form.
 */
export function isEnterOnSlider(target: EventTarget | null, combo: string): boolean {
  return combo === 'Enter' && target instanceof HTMLElement && target.matches('[role="slider"]')
}

let keyMap = BUILT_IN_KEYS
let bound: readonly (readonly PageKey[])[] = []
const listeners = new Listeners()

/** The latest bound come first: a page's keys before the player's. Returns how to unbind them. */
export function bindKeys(keys: readonly PageKey[]): () => void {
  bound = [keys, ...bound]
  listeners.tell()
  return () => {
    bound = bound.filter((one) => one !== keys)
    listeners.tell()
  }
}

export function boundKeys(): readonly (readonly PageKey[])[] {
  return bound
}

/** How this person has set the keys. */
export function setKeyMap(map: KeyMap): void {
  keyMap = map
  listeners.tell()
}

export function presentKeyMap(): KeyMap {
  return keyMap
}

export const watchKeys = listeners.add

/** What a press means after another: a command of the two, or of itself, or half of a pair. */
export function meaningOf(
  keys: readonly PageKey[],
  map: KeyMap,
  { combo, before }: { readonly combo: string; readonly before?: string | undefined },
): PageKey | 'half' | undefined {
  const inOrder = [...keys.filter(({ yields }) => !yields), ...keys.filter(({ yields }) => yields)]
  const does = (meant: (one: string) => boolean) =>
    inOrder.find((key) => key.run !== undefined && keysIn(map, key).some(meant))
  const pair = before === undefined ? undefined : does((one) => one === `${before} ${combo}`)
  return pair ?? does((one) => one === combo) ?? (does((one) => one.startsWith(`${combo} `)) && 'half')
}

/** As long as one waits for the second key of a pair. */
const PAIR_WITHIN_MS = 1500
let begun: { readonly combo: string; readonly at: number } | undefined

/**
 * Runs what a press means, if it means anything here. Listens on the window, so whatever has the focus decides first.
 */
export function pressPageKey(event: KeyboardEvent): void {
  const combo = comboOf(event)
  if (event.defaultPrevented || event.isComposing || combo === undefined || isOwned(keyOwner(event.target), combo))
    return
  const before = begun !== undefined && event.timeStamp - begun.at < PAIR_WITHIN_MS ? begun.combo : undefined
  const keys = bound.flat()
  const asSpace = isEnterOnSlider(event.target, combo) ? meaningOf(keys, BUILT_IN_KEYS, { combo: 'Space' }) : undefined
  const meant = meaningOf(keys, keyMap, { combo, before }) ?? asSpace
  if (!event.repeat) begun = meant === 'half' ? { combo, at: event.timeStamp } : undefined
  if (meant === undefined) return
  event.preventDefault()
  if (meant === 'half') return
  const key = meant
  if (event.repeat && !key.repeats) return
  if (key.release) held = { code: event.code, release: key.release }
  key.run?.()
}

let held: { readonly code: string; readonly release: () => void } | undefined

/** A key goes up; without one, the window has lost the keyboard and will not hear of it. */
export function releasePageKey(event?: Pick<KeyboardEvent, 'code'>): void {
  if (!held || (event && event.code !== held.code)) return
  const { release } = held
  held = undefined
  release()
}
