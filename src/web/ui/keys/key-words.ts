import { type KeyMap, keysIn } from './key-map.ts'

const words: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  '-': '−',
  Delete: 'Del',
}

/** A combination as it stands on the keys: `['Shift', '←']`; of a pair, one after the other. */
export function keyCaps(combo: string): readonly string[] {
  return combo
    .split(' ')
    .flatMap((press) => (press === '+' ? ['+'] : press.split('+').map((part) => words[part] ?? part)))
}

/**
 * A key as a button names it (`J`, `Shift F`, `−`), or what the person has in its place; undefined when it is taken
 * away.
 */
export function shownKeys(named: string, map: KeyMap, place?: string): string | undefined {
  const combo = named.replace('−', '-').replace(' ', '+')
  const [own] = keysIn(map, { keys: [combo], ...(place !== undefined && { place }) })
  return own === combo ? named : own && keyCaps(own).join(' ')
}
