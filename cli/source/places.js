import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Where tokens are stored. `ROUGHMIX_HOME` moves all our files into one folder. */
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
 * Where the progress of uploads and the state of watched folders are stored.
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
 * A stored value; undefined if there is none, or it cannot be read.
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
 * Writes atomically and durably, readable only by the owner.
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
