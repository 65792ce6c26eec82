import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Where tokens are kept. `ROUGHMIX_HOME` puts everything of ours into one folder. */
export function settingsPath() {
  const { ROUGHMIX_HOME, XDG_CONFIG_HOME, APPDATA } = process.env
  return join(
    ROUGHMIX_HOME ??
      join(
        process.platform === 'win32' ? (APPDATA ?? homedir()) : (XDG_CONFIG_HOME ?? join(homedir(), '.config')),
        'roughmix',
      ),
    'servers.json',
  )
}

/**
 * Where it is kept how far uploads are, and what a watched folder has seen.
 * @param {'uploads' | 'folders'} kind
 * @param {readonly unknown[]} what Everything that tells one from another.
 */
export function statePath(kind, what) {
  const { ROUGHMIX_HOME, XDG_STATE_HOME, LOCALAPPDATA } = process.env
  const root = ROUGHMIX_HOME
    ? join(ROUGHMIX_HOME, 'state')
    : join(
        process.platform === 'win32'
          ? (LOCALAPPDATA ?? homedir())
          : (XDG_STATE_HOME ?? join(homedir(), '.local', 'state')),
        'roughmix',
      )
  return join(root, kind, `${createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32)}.json`)
}

/**
 * What a file of ours holds; undefined where there is none, or nothing that can be read.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export async function readKept(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Whole or not at all, on the disk when it returns, and readable by nobody else.
 * @param {string} path
 * @param {unknown} value
 */
export async function keep(path, value) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
}

/** @param {string} path */
export async function forget(path) {
  await rm(path, { force: true })
}
