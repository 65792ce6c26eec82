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

/** Whether a program that says its version with `--version` is of this major one or a later. */
export function isYoungEnough(path: string, least = 0): boolean {
  const [major = '0'] = /\d+/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
  return Number(major) >= least
}

/** Installs Debian packages where this user may; otherwise says why not. */
export function installDebian(...packages: readonly string[]): true | string {
  const wish = `apt-get install ${packages.join(' ')}`
  if (!findInPath('apt-get') || process.getuid?.() !== 0) return `install it, on Debian with: sudo ${wish}`
  process.stdout.write(`Installing ${packages.join(', ')} …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  // Lists may be old, or lack the security archive, where the browsers of today are.
  updated ??= aptGet('update')
  return aptGet('install', '-y', '--no-install-recommends', ...packages) || `${wish} failed`
}

/** Whether Debian's lists were brought up to date; undefined before it was tried. */
let updated: boolean | undefined
