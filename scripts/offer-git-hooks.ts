import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'

const FOLDER = 'scripts/git-hooks'
const ANSWERED = '.cache/git-hooks-offered'

/** Asks once in a working clone whether to check commit messages. Changes nothing without consent. */
export async function offerGitHooks(): Promise<void> {
  if (!process.stdin.isTTY || !existsSync('.git') || existsSync(ANSWERED) || hooksFolder() !== '') return
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    'Check the first line of your commit messages (git config core.hooksPath, for this clone)? [y/N] ',
  )
  terminal.close()
  if (/^y(es)?$/i.test(answer.trim())) spawnSync('git', ['config', 'core.hooksPath', FOLDER])
  mkdirSync('.cache', { recursive: true })
  writeFileSync(ANSWERED, '')
}

function hooksFolder(): string {
  return spawnSync('git', ['config', '--get', 'core.hooksPath'], { encoding: 'utf8' }).stdout?.trim() ?? ''
}
