import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { BackupRefused } from '#features/administration/server/backup-refused.ts'
import { ConfigProblem } from '#server/config.ts'
import { NewerDatabase } from '#server/db/migrate.ts'
import { startError } from '#server/start-errors.ts'
import { Refusal } from '#shared/errors.ts'
import { commandHelp, overview } from './command-help.ts'
import { type AdminCommand, CommandRefused, type Ground, Misused, type Said } from './command.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * `--settings FILE`, at any position: the file that the server's unit reads, such as /etc/roughmix.env; it overrides
 * the environment.
 */
function withSettings(
  words: readonly string[],
  { env, folder }: { readonly env: Env; readonly folder: string },
): { readonly words: readonly string[]; readonly env: Env; readonly path?: string } {
  const at = words.findIndex((word) => word === '--settings' || word.startsWith('--settings='))
  const word = words[at]
  if (word === undefined) return { words, env }
  const isApart = word === '--settings'
  const path = isApart ? words[at + 1] : word.slice('--settings='.length)
  if (path === undefined || path === '') throw new Misused('Name the file: --settings FILE.')
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

/** The result of a run of the command line. */
export interface Ran {
  readonly code: 0 | 1 | 2 | 3
  readonly out: string
  readonly err: string
}

/** Finds the command, runs it and formats its answer as text or JSON. */
export async function runCommandLine(
  commands: readonly AdminCommand[],
  typed: readonly string[],
  around: Ground,
): Promise<Ran> {
  const asJson = typed.includes('--json')
  let { env } = around
  try {
    const settled = withSettings(typed, around)
    const { words } = settled
    env = settled.env
    const ground: Ground = {
      ...around,
      env,
      settingsFile: settled.path,
      open: (options) => around.open(options, settled.env),
    }
    const command = commandNamed(commands, words)
    if (!command) {
      const out = overview(beginningWith(commands, words))
      if (isUnderstood(commands, words)) return { code: 0, out, err: '' }
      return misused(
        `There is no command “${words.filter((word) => !word.startsWith('-')).join(' ')}”.\n\n${out}`,
        asJson,
      )
    }
    if (wantsHelp(words)) return { code: 0, out: commandHelp(command), err: '' }
    const result = await command.run({ ...parsed(command, words), ground })
    return { code: result.troubled ? 1 : 0, out: asJson ? `${JSON.stringify(result.json)}\n` : textOf(result), err: '' }
  } catch (error) {
    if (error instanceof Misused) return misused(`${error.message}\n`, asJson)
    const lines = wordsFor(error, env)
    if (!lines) throw error
    return failed(3, `${lines.join('\n')}\n`, asJson)
  }
}

function wantsHelp(args: readonly string[]): boolean {
  return args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help'
}

/** Whether help is requested, in general or for an existing group of commands. */
function isUnderstood(commands: readonly AdminCommand[], args: readonly string[]): boolean {
  const [group = 'help'] = args.filter((word) => !word.startsWith('-'))
  return wantsHelp(args) && (group === 'help' || beginningWith(commands, args) !== commands)
}

/** The commands of a group, such as `jobs`; all if there is no such group. */
function beginningWith(commands: readonly AdminCommand[], [group]: readonly string[]): readonly AdminCommand[] {
  const some = commands.filter(({ words }) => words.split(' ')[0] === group)
  return some.length > 0 ? some : commands
}

function commandNamed(commands: readonly AdminCommand[], args: readonly string[]): AdminCommand | undefined {
  return commands.find(({ words: name }) => name.split(' ').every((word, i) => args[i] === word))
}

/** Refuses too many, too few and unknown options and arguments instead of ignoring them. */
function parsed(command: AdminCommand, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { takes }]) => [
      name,
      { type: takes ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  const given = parseOrMisused(command, args, options)
  const expected = command.takes.split(' ').filter((word) => word !== '')
  const least = expected.filter((word) => !word.startsWith('[')).length
  if (given.positionals.length < least || given.positionals.length > expected.length)
    throw new Misused(
      `This takes ${command.takes === '' ? 'no arguments' : command.takes}.\n\n${commandHelp(command).trimEnd()}`,
    )
  const values: Record<string, string | true> = {}
  for (const [name, value] of Object.entries(given.values))
    if (typeof value === 'string' || value === true) values[name] = value
  return { arguments: given.positionals, options: values }
}

function parseOrMisused(
  command: AdminCommand,
  commandWords: readonly string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
) {
  try {
    return parseArgs({
      args: commandWords.slice(command.words.split(' ').length),
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new Misused(`${error instanceof Error ? error.message : String(error)}\n\n${commandHelp(command).trimEnd()}`)
  }
}

/** Undefined for a bug, whose stack is shown. */
function wordsFor(error: unknown, env: Ground['env']): readonly string[] | undefined {
  if (error instanceof ConfigProblem) return error.lines
  if (
    error instanceof CommandRefused ||
    error instanceof BackupRefused ||
    error instanceof Refusal ||
    error instanceof NewerDatabase
  )
    return [error.message]
  return startError(error, env, { isStart: false })
}

function textOf({ lines }: Said): string {
  return lines.map((line) => `${line}\n`).join('')
}

function misused(text: string, asJson: boolean): Ran {
  return failed(2, text, asJson)
}

function failed(code: 2 | 3, text: string, asJson: boolean): Ran {
  return asJson ? { code, out: `${JSON.stringify({ error: text.trim() })}\n`, err: '' } : { code, out: '', err: text }
}
