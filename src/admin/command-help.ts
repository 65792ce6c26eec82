import type { AdminCommand } from './command.ts'

const CALL = 'npm run -s admin --'
const ENDS =
  'Ends with 0 when it was done; 1 when it was done and found something wrong; 2 when it was not understood; ' +
  '3 when it was refused, with the reason.'

/** All commands, one line each. */
export function overview(commands: readonly AdminCommand[]): string {
  const rows = commands.map((command) => [callOf(command), command.summary] as const)
  return [
    `Usage: ${CALL} COMMAND`,
    '',
    ...columns(rows),
    '',
    'Each has --help, and answers JSON with --json. It reads the environment and .env, as the server does; with ' +
      `--settings FILE what a service reads, as /etc/roughmix.env. ${ENDS}`,
    '',
  ].join('\n')
}

/** The shortest way to call a command. */
function callOf({ words, takes, options = {} }: AdminCommand): string {
  const needed = Object.entries(options)
    .filter(([, { isNeeded }]) => isNeeded)
    .map(([name, { takes: value }]) => `--${name} ${value}`)
  return [words, takes, ...needed].filter((part) => part !== '').join(' ')
}

export function commandHelp(command: AdminCommand): string {
  const { summary, options = {}, more } = command
  const rows = Object.entries(options).map(
    ([name, { takes: value, text }]) => [`--${name}${value ? ` ${value}` : ''}`, text] as const,
  )
  return [
    `Usage: ${CALL} ${callOf(command)}`,
    '',
    `${summary}${more ? ` ${more}` : ''}`,
    '',
    ...columns([...rows, ['--settings FILE', 'Settings to go by, as /etc/roughmix.env.'], ['--json', 'Answer JSON.']]),
    '',
    ENDS,
    '',
  ].join('\n')
}

/** Aligns rows in columns. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<number[]>((widest, row) => row.map((cell, i) => Math.max(widest[i] ?? 0, cell.length)), [])
  return rows.map(
    (row) => `  ${row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  ')}`,
  )
}
