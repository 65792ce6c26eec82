import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Misused, CommandRefused } from './command.ts'

type Env = Readonly<Record<string, string | undefined>>

/** `--settings FILE`, wherever it stands: what the server's unit reads, as /etc/roughmix.env, over the environment. */
export function withSettings(
  words: readonly string[],
  { env, folder }: { readonly env: Env; readonly folder: string },
): { readonly words: readonly string[]; readonly env: Env; readonly path?: string } {
  const at = words.findIndex((word) => word === '--settings' || word.startsWith('--settings='))
  const word = words[at]
  if (word === undefined) return { words, env }
  const isApart = word === '--settings'
  const path = isApart ? words[at + 1] : word.slice('--settings='.length)
  if (path === undefined || path === '') throw new Misused('Say which file: --settings FILE.')
  const whole = resolve(folder, path)
  return { words: words.toSpliced(at, isApart ? 2 : 1), env: { ...env, ...settingsIn(whole) }, path: whole }
}

function settingsIn(path: string): Env {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new CommandRefused(
      `The settings in ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
