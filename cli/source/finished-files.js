/** @typedef {{ size: number, mtimeMs: number }} Look How a file was when it was looked at. */

const SOUND = /\.(wav|wave|bwf|rf64|w64|aiff?|aifc|flac|m4a|mp4|aac|mp3|ogg|oga|opus|caf|wma|wv)$/i
/** What programs write beside a file until it is whole. */
const UNFINISHED = /^[.~]|[.~-](tmp|temp|part|partial|crdownload)(\.|$)/i

/** Whether a name is one of a bounce, and not of what is beside it. @param {string} name */
export function isBounce(name) {
  return SOUND.test(name) && !UNFINISHED.test(name)
}

/**
 * Files that are new, or others than before, and have not changed for a while. `waiting` holds those that still may.
 * @param {ReadonlyMap<string, Look>} files
 * @param {{ seen: ReadonlyMap<string, Look>, waiting: Map<string, Look & { since: number }>, now: number, settleMs:
 * number }} so
 * @returns {readonly (readonly [string, Look])[]}
 */
export function finished(files, { seen, waiting, now, settleMs }) {
  const done = []
  for (const name of waiting.keys()) if (!files.has(name)) waiting.delete(name)
  for (const [name, file] of files) {
    if (isSame(seen.get(name), file) || file.size === 0) {
      waiting.delete(name)
      continue
    }
    const before = waiting.get(name)
    if (!before || !isSame(before, file)) waiting.set(name, { ...file, since: now })
    else if (now - before.since >= settleMs) {
      waiting.delete(name)
      done.push(/** @type {const} */ ([name, file]))
    }
  }
  return done
}

/** Whether nobody has written to it in between. @param {Look | undefined} one @param {Look} other */
export function isSame(one, other) {
  return one !== undefined && one.size === other.size && one.mtimeMs === other.mtimeMs
}
