import { commandOf, type KeyMap, keysIn } from './key-map.ts'
import type { PageKey } from './page-keys.ts'

/** One thing that keys do, wherever it works. */
export type KeyCommand = Pick<PageKey, 'keys' | 'place' | 'label' | 'group'>

/** What is only listed cannot be changed: arrows that walk a focused list, and Escape, which ends things everywhere. */
export function canChange({ keys, place, run }: PageKey): boolean {
  return (run !== undefined || place !== undefined) && keys[0] !== 'Escape'
}

/** Commands of a list and those bound on the page, each once. */
export function knownCommands(listed: readonly KeyCommand[], bound: readonly PageKey[]): readonly KeyCommand[] {
  const all = [...listed, ...bound.filter(canChange)]
  return [...new Map(all.map((key) => [commandOf(key), key])).values()]
}

/** Gives a command one more way to be pressed, in place of those it has; whoever had that key loses it. */
export function bindKey(map: KeyMap, commands: readonly KeyCommand[], command: KeyCommand, combo: string): KeyMap {
  const robbed = rivalsOf(commands, command).filter((one) => owns(map, one, combo))
  const bindings = {
    ...map.bindings,
    ...Object.fromEntries(robbed.map((one) => [commandOf(one), own(map, one).filter((key) => key !== combo)])),
    [commandOf(command)]: [combo],
  }
  return tidy({ ...map, bindings }, commands)
}

/** Back to the built-in keys of one command; whoever uses one of them now loses it. */
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

/** Who else has this key already, as far as they would get into each other's way. */
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

/** Its keys whether or not single keys are on. */
function own(map: KeyMap, command: KeyCommand): readonly string[] {
  return keysIn({ ...map, single: true }, command)
}

/** What equals the built-in keys need not be kept. */
function tidy(map: KeyMap, commands: readonly KeyCommand[]): KeyMap {
  const builtIn = new Map(commands.map((command) => [commandOf(command), command.keys.join(' ')]))
  return {
    ...map,
    bindings: Object.fromEntries(
      Object.entries(map.bindings).filter(([command, keys]) => builtIn.get(command) !== keys.join(' ')),
    ),
  }
}
