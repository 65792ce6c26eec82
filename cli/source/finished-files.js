/** @typedef {{ size: number, mtimeMs: number }} Look A file's size and time of change at one check. */

const SOUND = /\.(wav|wave|bwf|rf64|w64|aiff?|aifc|flac|m4a|mp4|aac|mp3|ogg|oga|opus|caf|wma|wv)$/i
/** Names of temporary files that programs write until a file is complete. */
const UNFINISHED = /^[.~]|[.~-](tmp|temp|part|partial|crdownload)(\.|$)/i

/** Whether a name is that of a bounce. @param {string} name */
export function isBounce(name) {
  return SOUND.test(name) && !UNFINISHED.test(name)
}

/**
 * Files that are new or changed, and have been stable for `settleMs`. `waiting` holds those that are not yet.
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

/** Whether the file did not change in between. @param {Look | undefined} one @param {Look} other */
export function isSame(one, other) {
  return one !== undefined && one.size === other.size && one.mtimeMs === other.mtimeMs
}
