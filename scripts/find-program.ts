import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function findInPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** Whether the program's major version, from `--version`, is at least `least`. */
export function isYoungEnough(path: string, least = 0): boolean {
  const [major = '0'] = /\d+/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
  return Number(major) >= least
}

/** Installs Debian packages if this user may; otherwise returns the reason. */
export function installDebian(...packages: readonly string[]): true | string {
  const command = `apt-get install ${packages.join(' ')}`
  if (!findInPath('apt-get') || process.getuid?.() !== 0) return `install it, on Debian with: sudo ${command}`
  process.stdout.write(`Installing ${packages.join(', ')} …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  // The package lists may be old, or lack the security archive, which has the current browsers.
  updated ??= aptGet('update')
  return aptGet('install', '-y', '--no-install-recommends', ...packages) || `${command} failed`
}

/** Whether Debian's lists were updated; undefined before the first try. */
let updated: boolean | undefined
