import { spawnSync } from 'node:child_process'

/** Files that differ from where this branch left `ref`, committed or not; undefined if there is no such ref. */
export function changedFiles(ref: string): readonly string[] | undefined {
  const [base] = git('merge-base', ref, 'HEAD') ?? []
  const tracked = base ? git('diff', '--name-only', '--no-renames', '-z', base) : undefined
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z')
  return tracked && untracked ? [...tracked, ...untracked] : undefined
}

function git(...args: readonly string[]): readonly string[] | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout.split(/[\0\n]/).filter((line) => line !== '') : undefined
}
