import { readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { keep, readKept, statePath } from './places.js'
import { pushedWords, pushFile } from './push.js'
import { pause } from './server.js'
import { findProject } from './targets.js'
import { exitCodes, Trouble } from './trouble.js'
import { finished, isBounce, isSame } from './finished-files.js'

/** @typedef {import('./server.js').Server} Server */
/** @typedef {import('./report.js').Report} Report */
/** @typedef {import('./finished-files.js').Look} Look */

/**
 * @typedef {object} WatchWishes
 * @property {string} folder
 * @property {string | undefined} project
 * @property {string | undefined} track
 * @property {string | undefined} note
 * @property {boolean} existing Sends also what lay there before the folder was first watched.
 * @property {number} settleMs
 */

const LOOK_MS = 1000
/** Delay before a refused bounce is retried; it doubles each time. */
const FIRST_AGAIN_MS = 15_000
const LONGEST_AGAIN_MS = 15 * 60_000

/** @typedef {{ file: Look, words: string, waitMs: number, dueAt: number }} Refused The outcome of a file's last try. */

/**
 * Pushes new files of a folder, each once it has stopped growing, until it is killed. The state is stored on disk:
 * files that appeared while it was not running are sent on the next start, sent files are never sent again, and refused
 * ones are retried, because the cause may have been fixed.
 * @param {Server} server
 * @param {Report} report
 * @param {WatchWishes} wishes
 */
export async function watch(server, report, { folder: given, project: wanted, track, note, existing, settleMs }) {
  const folder = await realpath(resolve(given)).catch(() => {
    throw new Trouble('usage', `${given} is not a folder.`, 'no_folder')
  })
  const project = await findProject(server, wanted)
  const kept = statePath('folders', [server.url, project.id, folder])
  const before = /** @type {{ seen: Record<string, Look> } | undefined} */ (await readKept(kept))
  const seen = new Map(Object.entries(before?.seen ?? (existing ? {} : Object.fromEntries(await look(folder)))))
  const remember = () => keep(kept, { folder, project: project.name, seen: Object.fromEntries(seen) })
  await remember()
  report.note(`Watching ${folder} for ${project.name}. Press Ctrl+C to stop.`)
  /** @type {Map<string, Look & { since: number }>} */
  const waiting = new Map()
  /** @type {Map<string, Refused>} */
  const refused = new Map()
  for (;;) {
    for (const [name, file] of finished(await look(folder), { seen, waiting, now: Date.now(), settleMs })) {
      const before = refused.get(name)
      if (before && isSame(before.file, file) && Date.now() < before.dueAt) continue
      const trouble = await pushOne(name)
      if (trouble)
        refused.set(name, {
          file,
          words: trouble.words,
          ...(trouble.isRefusal ? later(before && isSame(before.file, file) ? before.waitMs : 0) : soon()),
        })
      else {
        refused.delete(name)
        seen.set(name, file)
        await remember()
      }
    }
    await pause(LOOK_MS)
  }

  /** Returns the error, if any. @param {string} name */
  async function pushOne(name) {
    try {
      const pushed = await pushFile(server, report, {
        path: join(folder, name),
        projectId: project.id,
        track,
        isNew: false,
        note,
        again: false,
      })
      report.result(pushed, pushedWords(pushed))
      return undefined
    } catch (error) {
      // A token that is refused for one file is refused for all.
      if (error instanceof Trouble && error.kind === 'refused') throw error
      // Another program may have the file open.
      if (!(error instanceof Trouble) && !(error instanceof Error && 'syscall' in error)) throw error
      const isRefusal = error instanceof Trouble
      const words = `${name}: ${error.message}`
      // Reported once, not for every try.
      if (refused.get(name)?.words !== words)
        report.trouble({
          code: isRefusal ? error.code : 'unreadable',
          message: words,
          exitCode: isRefusal ? error.exitCode : exitCodes.failed,
        })
      return { words, isRefusal }
    }
  }
}

/** Doubles the delay. @param {number} waitedMs */
function later(waitedMs) {
  const waitMs = Math.min(LONGEST_AGAIN_MS, Math.max(FIRST_AGAIN_MS, 2 * waitedMs))
  return { waitMs, dueAt: Date.now() + waitMs }
}

/** The next try for a file that another program may have open. */
function soon() {
  return { waitMs: 0, dueAt: Date.now() + LOOK_MS }
}

/** @param {string} folder @returns {Promise<Map<string, Look>>} */
async function look(folder) {
  /** @type {Map<string, Look>} */
  const files = new Map()
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !isBounce(entry.name)) continue
    const facts = await stat(join(folder, entry.name)).catch(() => undefined)
    if (facts) files.set(entry.name, { size: facts.size, mtimeMs: facts.mtimeMs })
  }
  return files
}
