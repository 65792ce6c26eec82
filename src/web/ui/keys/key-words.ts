import { type KeyMap, keysIn } from './key-map.ts'

const strings: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  '-': '−',
  Delete: 'Del',
}

/** A combination as printed on the keys: `['Shift', '←']`; of a pair, both in order. */
export function keyCaps(combo: string): readonly string[] {
  return combo
    .split(' ')
    .flatMap((press) => (press === '+' ? ['+'] : press.split('+').map((part) => strings[part] ?? part)))
}

/** A built-in key as a button names it (`J`, `Shift F`, `−`), or the user's replacement; undefined if removed. */
export function shownKeys(named: string, map: KeyMap, place?: string): string | undefined {
  const combo = named.replace('−', '-').replace(' ', '+')
  const [own] = keysIn(map, { keys: [combo], ...(place !== undefined && { place }) })
  return own === combo ? named : own && keyCaps(own).join(' ')
}
