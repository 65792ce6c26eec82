import { Listeners } from '#shared/listeners.ts'
import { BUILT_IN_KEYS, type BuiltIn, type KeyMap, keysIn } from './key-map.ts'

/** What a key does on the present page. The help dialog lists exactly these. */
export interface PageKey extends BuiltIn {
  readonly label: string
  readonly group: string
  /** Other bindings of the key come first. */
  readonly yields?: boolean
  /** It records or decides: the palette offers it only for its full name. */
  readonly isDeliberate?: boolean
  /** Repeats while held down: true for seeking, not for toggling. */
  readonly repeats?: boolean
  /** Missing if a focused list handles its keys itself; then they are only listed. */
  readonly run?: () => void
  /** Called on release, for commands that work while held. */
  readonly release?: () => void
}

export type PagePress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'> &
  Partial<Pick<KeyboardEvent, 'code'>>

/**
 * The press in the notation of bindings; undefined with Ctrl or Command, which belong to the browser. Symbols imply
 * their Shift.
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

/** For layouts without Latin letters or digits: the character on the same key of a Latin layout. */
export function latinKey({ key, code = '' }: Pick<PagePress, 'key' | 'code'>): string {
  if (!/^[\p{L}\p{Nd}]$/u.test(key) || /[\p{Script=Latin}0-9]/u.test(key)) return key
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? symbolsByCode[code] ?? key
}

/** The kind of focused control, as far as it matters for single keys. */
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

/** Whether the focused control uses this key itself. */
export function isOwned(owner: KeyOwner, combo: string): boolean {
  const key = combo.split('+').at(-1) || combo
  if (owner === 'everything') return true
  if (owner === 'slider') return moving.has(key)
  if (owner === 'mover') return moving.has(key) || pressed.has(key)
  return owner === 'button' && pressed.has(key)
}

/**
 * Text fields, dialogs and menus receive every key; sliders those that move them; tabs and radio buttons those that
 * move and press; buttons and links only those that press. Sliders do not use Space and Enter, so after a click on the
 * waveform these play.
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
 * On a waveform or seek bar, Enter plays like Space, whatever keys the user has for it. In a form, Enter on a range
 * submits the form.
 */
export function isEnterOnSlider(target: EventTarget | null, combo: string): boolean {
  return combo === 'Enter' && target instanceof HTMLElement && target.matches('[role="slider"]')
}

let keyMap = BUILT_IN_KEYS
let bound: readonly (readonly PageKey[])[] = []
const listeners = new Listeners()

/** Later bindings come first: a page's keys before the player's. Returns a function that removes them. */
export function bindKeys(keys: readonly PageKey[]): () => void {
  bound = [keys, ...bound]
  listeners.tell()
  const early = unmet
  // After the commit that binds, in which more may be bound.
  if (early) setTimeout(() => early === unmet && pressAgain([early]))
  return () => {
    bound = bound.filter((one) => one !== keys)
    listeners.tell()
  }
}

export function boundKeys(): readonly (readonly PageKey[])[] {
  return bound
}

/** Sets the user's key map, by which what was pressed until then is carried out. */
export function setKeyMap(map: KeyMap): void {
  keyMap = map
  const early = waiting ?? []
  waiting = undefined
  listeners.tell()
  pressAgain(early)
}

function pressAgain(early: readonly EarlyPress[]): void {
  unmet = undefined
  for (const { event, href } of early)
    if (performance.now() - event.timeStamp < WAITS_MS && href === location.href) pressPageKey(event)
}

/**
 * The page shows before it knows the user's keys: until `setKeyMap` presses are kept and mean nothing yet. If they do
 * not come in time, the built-in ones are better than none.
 */
export function awaitKeyMap(): void {
  if (waiting) return
  waiting = []
  setTimeout(() => waiting && setKeyMap(keyMap), MAP_WITHIN_MS)
}

const MAP_WITHIN_MS = 2000
/** Older presses were meant for something that has not come. */
const WAITS_MS = 5000
let waiting: EarlyPress[] | undefined

/** A press is meant for the page on which it was made. */
interface EarlyPress {
  readonly event: KeyboardEvent
  readonly href: string
}
/** While a page opens, its parts bind their keys one after another: the last press that none of them knew yet. */
const OPENS_MS = 5000
let unmet: EarlyPress | undefined

export function presentKeyMap(): KeyMap {
  return keyMap
}

export const watchKeys = listeners.add

/** The meaning of a press after another: a command for the pair, a command for itself, or the first half of a pair. */
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

/** How long to wait for the second key of a pair. */
const PAIR_WITHIN_MS = 1500
let begun: { readonly combo: string; readonly at: number } | undefined

/** Runs the command of a press, if any. Listens on the window, so the focused element handles the event first. */
export function pressPageKey(event: KeyboardEvent): void {
  const combo = comboOf(event)
  if (event.defaultPrevented || event.isComposing || combo === undefined || isOwned(keyOwner(event.target), combo))
    return
  if (waiting) {
    if (!event.repeat) waiting.push({ event, href: location.href })
    return
  }
  const before = begun !== undefined && event.timeStamp - begun.at < PAIR_WITHIN_MS ? begun.combo : undefined
  const keys = bound.flat()
  const asSpace = isEnterOnSlider(event.target, combo) ? meaningOf(keys, BUILT_IN_KEYS, { combo: 'Space' }) : undefined
  const meant = meaningOf(keys, keyMap, { combo, before }) ?? asSpace
  if (!event.repeat) begun = meant === 'half' ? { combo, at: event.timeStamp } : undefined
  const mayBeMet = meant === undefined && !event.repeat && performance.now() < OPENS_MS
  unmet = mayBeMet ? { event, href: location.href } : undefined
  if (meant === undefined) return
  event.preventDefault()
  if (meant === 'half') return
  const key = meant
  if (event.repeat && !key.repeats) return
  if (key.release) held = { code: event.code, release: key.release }
  key.run?.()
}

let held: { readonly code: string; readonly release: () => void } | undefined

/** Handles a keyup event; without one, the window lost the keyboard focus and will get no keyup. */
export function releasePageKey(event?: Pick<KeyboardEvent, 'code'>): void {
  if (!held || (event && event.code !== held.code)) return
  const { release } = held
  held = undefined
  release()
}
