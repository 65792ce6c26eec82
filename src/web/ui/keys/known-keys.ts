import { commandOf, type KeyMap, keysIn } from './key-map.ts'
import type { PageKey } from './page-keys.ts'

/** A command that keys run, wherever it works. */
export type KeyCommand = Pick<PageKey, 'keys' | 'place' | 'label' | 'group'>

/** Keys that are only listed cannot be changed: arrows in a focused list, and Escape. */
export function canChange({ keys, place, run }: PageKey): boolean {
  return (run !== undefined || place !== undefined) && keys[0] !== 'Escape'
}

/** Merges the commands of a list with those bound on the page, without duplicates. */
export function knownCommands(listed: readonly KeyCommand[], bound: readonly PageKey[]): readonly KeyCommand[] {
  const all = [...listed, ...bound.filter(canChange)]
  return [...new Map(all.map((key) => [commandOf(key), key])).values()]
}

/** Replaces a command's keys by one key, and removes that key from any other command. */
export function bindKey(map: KeyMap, commands: readonly KeyCommand[], command: KeyCommand, combo: string): KeyMap {
  const robbed = rivalsOf(commands, command).filter((one) => owns(map, one, combo))
  const bindings = {
    ...map.bindings,
    ...Object.fromEntries(robbed.map((one) => [commandOf(one), own(map, one).filter((key) => key !== combo)])),
    [commandOf(command)]: [combo],
  }
  return tidy({ ...map, bindings }, commands)
}

/** Restores the built-in keys of one command, and removes them from any other command. */
export function resetKey(map: KeyMap, commands: readonly KeyCommand[], command: KeyCommand): KeyMap {
  const { [commandOf(command)]: _, ...bindings } = map.bindings
  const robbed = rivalsOf(commands, command).filter((one) =>
    command.keys.some((combo) => owns({ ...map, bindings }, one, combo)),
  )
  return tidy(
    {
      ...map,
      bindings: {
        ...bindings,
        ...Object.fromEntries(
          robbed.map((one) => [commandOf(one), own(map, one).filter((key) => !command.keys.includes(key))]),
        ),
      },
    },
    commands,
  )
}

/** The command that already has this key, if the two can conflict. */
export function ownerOf(
  map: KeyMap,
  commands: readonly KeyCommand[],
  command: KeyCommand,
  combo: string,
): KeyCommand | undefined {
  return rivalsOf(commands, command).find((one) => owns(map, one, combo))
}

export function isChanged(map: KeyMap, command: KeyCommand): boolean {
  return map.bindings[commandOf(command)] !== undefined
}

function rivalsOf(commands: readonly KeyCommand[], command: KeyCommand): readonly KeyCommand[] {
  return commands.filter((one) => one.place === command.place && commandOf(one) !== commandOf(command))
}

function owns(map: KeyMap, command: KeyCommand, combo: string): boolean {
  return own(map, command).includes(combo)
}

/** Its keys, whether or not single keys are enabled. */
function own(map: KeyMap, command: KeyCommand): readonly string[] {
  return keysIn({ ...map, single: true }, command)
}

/** Bindings equal to the built-in keys are not stored. */
function tidy(map: KeyMap, commands: readonly KeyCommand[]): KeyMap {
  const builtIn = new Map(commands.map((command) => [commandOf(command), command.keys.join(' ')]))
  return {
    ...map,
    bindings: Object.fromEntries(
      Object.entries(map.bindings).filter(([command, keys]) => builtIn.get(command) !== keys.join(' ')),
    ),
  }
}
