/** Which keys a person has for which command, where they differ from the built-in ones. */
export interface KeyMap {
  /** False turns off keys that are one letter, digit or sign. */
  readonly single: boolean
  /** By command, see `commandOf`. */
  readonly bindings: Readonly<Record<string, readonly string[]>>
}

export const BUILT_IN_KEYS: KeyMap = { single: true, bindings: {} }

/** A command as it is built in. */
export interface BuiltIn {
  /** As `Space`, `K`, `Shift+ArrowLeft`, `?`, or `G P` for one after the other; several may mean the same. */
  readonly keys: readonly string[]
  /** Of a list or panel with keys of its own, which may be the same as those of others. */
  readonly place?: string
}

/** A command is known by its first built-in key and its place, whatever keys it has now. */
export function commandOf({ keys: [first = ''], place }: BuiltIn): string {
  return place === undefined ? first : `${place} ${first}`
}

/** The keys a command has with this map. */
export function keysIn({ single, bindings }: KeyMap, command: BuiltIn): readonly string[] {
  const own = bindings[commandOf(command)] ?? command.keys
  return single ? own : own.filter((combo) => !isSingle(combo))
}

/** The first built-in key of the command that has this key now, for lists that deal with their keys themselves. */
export function builtInKey(map: KeyMap, commands: readonly BuiltIn[], combo: string): string | undefined {
  return commands.find((command) => keysIn(map, command).includes(combo))?.keys[0]
}

/** One character, with or without Shift: what speech input or a slip may press (WCAG 2.1.4). */
export function isSingle(combo: string): boolean {
  return combo.split(' ').every((press) => !press.startsWith('Alt+') && press.replace(/^Shift\+(?=.)/, '').length === 1)
}
