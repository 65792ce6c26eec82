/** A user's key bindings where they differ from the built-in ones. */
export interface KeyMap {
  /** False disables keys that are a single letter, digit or symbol. */
  readonly single: boolean
  /** By command, see `commandOf`. */
  readonly bindings: Readonly<Record<string, readonly string[]>>
}

export const BUILT_IN_KEYS: KeyMap = { single: true, bindings: {} }

/** A command with its built-in keys. */
export interface BuiltIn {
  /** For example `Space`, `K`, `Shift+ArrowLeft`, `?`, or `G P` for a pair in sequence; several may do the same. */
  readonly keys: readonly string[]
  /** The list or panel with keys of its own; they may equal keys elsewhere. */
  readonly place?: string
}

/** A command is identified by its first built-in key and its place, whatever keys it has now. */
export function commandOf({ keys: [first = ''], place }: BuiltIn): string {
  return place === undefined ? first : `${place} ${first}`
}

/** A command's keys in this map. */
export function keysIn({ single, bindings }: KeyMap, command: BuiltIn): readonly string[] {
  const own = bindings[commandOf(command)] ?? command.keys
  return single ? own : own.filter((combo) => !isSingle(combo))
}

/** The first built-in key of the command that has this key now, for lists that handle keys themselves. */
export function builtInKey(map: KeyMap, commands: readonly BuiltIn[], combo: string): string | undefined {
  return commands.find((command) => keysIn(map, command).includes(combo))?.keys[0]
}

/** One character, with or without Shift, which speech input or a slip may trigger (WCAG 2.1.4). */
export function isSingle(combo: string): boolean {
  return combo.split(' ').every((press) => !press.startsWith('Alt+') && press.replace(/^Shift\+(?=.)/, '').length === 1)
}
