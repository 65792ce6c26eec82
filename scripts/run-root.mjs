import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A hash over files and folders, by name and content. */
export function hashOf(...paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const path of paths) add(join(root, path))
  return hash.digest('hex')
}

/** Runs `make` if its inputs have changed since the last time; concurrent calls wait for each other. */
export function whenStale({ name, stamp, key, made, make }) {
  const file = join(root, stamp)
  const isFresh = () =>
    existsSync(file) && readFileSync(file, 'utf8') === key && made.every((path) => existsSync(join(root, path)))
  if (isFresh()) return
  withLock(name, () => {
    if (isFresh()) return
    make()
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, key)
  })
}

function withLock(name, work) {
  const lock = join(root, '.cache', `${name}.lock`)
  takeLock(lock)
  const release = () => rmSync(lock, { recursive: true, force: true })
  const interrupted = () => {
    release()
    process.exit(130)
  }
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  try {
    work()
  } finally {
    release()
    process.off('SIGINT', interrupted)
    process.off('SIGTERM', interrupted)
  }
}

function takeLock(lock) {
  let isTold = false
  try {
    mkdirSync(dirname(lock), { recursive: true })
    while (!isMade(lock)) {
      if (!isTold) process.stderr.write(`Waiting for another start that is at work here (${lock}) …\n`)
      isTold = true
      // A lock expires if its owner was killed.
      const facts = statSync(lock, { throwIfNoEntry: false })
      if (facts && Date.now() - facts.mtimeMs > 10 * 60_000) rmSync(lock, { recursive: true, force: true })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
    }
  } catch (error) {
    throw new Error(
      `${lock} cannot be made (${error.code}). Whoever starts Roughmix must be able to write to its folder: give ` +
        'it to this user (chown -R), or let its owner start it once.',
      { cause: error },
    )
  }
}

/** False while another process holds it. */
function isMade(lock) {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
