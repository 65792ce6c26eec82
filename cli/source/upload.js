import { open } from 'node:fs/promises'
import { reprDigest } from './file-digest.js'
import { forget, keep, readKept, statePath } from './places.js'
import { isPassing, refusal, retryAfterMs, said, unreachable, waitMs } from './server.js'
import { Trouble } from './trouble.js'
import { tusCall } from './tus-call.js'

/** @typedef {import('./server.js').Server} Server */

/**
 * @typedef {object} Outgoing
 * @property {string} path
 * @property {string} name
 * @property {number} sizeBytes
 * @property {string} sha256
 * @property {string} projectId
 * @property {readonly unknown[]} wanted What was asked for besides, so that the same file meant otherwise is another
 * upload.
 * @property {() => Promise<Readonly<Record<string, string>>>} metadata Decided when it begins: the track, what changed.
 */

/**
 * @typedef {object} Manner
 * @property {(bytes: number) => void} onProgress Bytes sent; those of the part on its way are not yet safe.
 */

/** @typedef {{ versionId: string, trackId: string }} Sent */

/** The size that the browser client uses. */
const PART_BYTES = 8 * 1024 * 1024
/** After the last part the server hashes and moves a large file. */
const SEALING_MS = 15 * 60_000

/** @param {Server} server @param {Outgoing} file */
function keptAt(server, { projectId, name, sizeBytes, sha256, wanted }) {
  return statePath('uploads', [server.url, projectId, name, sizeBytes, sha256, wanted])
}

/**
 * Whether an upload of this file was started and not confirmed as complete. @param {Server} server @param {Outgoing}
 * file
 */
export async function isBegun(server, file) {
  return (await readKept(keptAt(server, file))) !== undefined
}

/**
 * Sends the missing part of a file, from where an earlier run stopped. The upload's URL is stored before the first byte
 * is sent; the server stores each part before it acknowledges it; the last part carries the SHA-256.
 * @param {Server} server
 * @param {Outgoing} file
 * @param {Manner} manner
 * @returns {Promise<Sent>}
 */
export async function sendFile(server, file, manner) {
  const kept = keptAt(server, file)
  const handle = await open(file.path)
  let failures = 0
  let movedAt = Date.now()
  try {
    for (let offset = /** @type {number | undefined} */ (undefined); ;) {
      try {
        const step =
          offset === undefined
            ? await takeUp(server, file, kept, manner)
            : await sendPart(server, file, { handle, kept, offset, manner })
        if (typeof step === 'object') {
          await forget(kept)
          return step
        }
        if (offset !== undefined && step > offset) [failures, movedAt] = [0, Date.now()]
        offset = step
      } catch (error) {
        const again =
          error instanceof Again
            ? error
            : error instanceof Trouble
              ? undefined
              : new Again(unreachable(server.url, error))
        if (!again) throw error
        if (Date.now() - movedAt > server.patienceMs) throw again.trouble
        await server.wait(again.waitMs ?? waitMs(failures++), again.trouble)
        offset = undefined
      }
    }
  } finally {
    await handle.close()
  }
}

/** A retry from the server's current offset may succeed. */
class Again extends Error {
  /** @param {Trouble} trouble What to tell once patience is over. @param {number} [waitMs] */
  constructor(trouble, waitMs) {
    super(trouble.message)
    this.trouble = trouble
    this.waitMs = waitMs
  }
}

/**
 * Where to continue: the number of durable bytes, or the version if the file is complete. Starts the upload if there is
 * none.
 * @param {Server} server
 * @param {Outgoing} file
 * @param {string} kept
 * @param {Manner} manner
 * @returns {Promise<number | Sent>}
 */
async function takeUp(server, file, kept, { onProgress }) {
  const path = await begunPath(kept)
  if (path === undefined) return begin(server, file, kept)
  const answer = await tusCall(server, { method: 'HEAD', path, silentMs: SEALING_MS })
  if (answer.status === 404 || answer.status === 410) {
    await forget(kept)
    return begin(server, file, kept)
  }
  if (answer.status !== 200) throw refusedAs(server, answer)
  const offset = Number(answer.headers['upload-offset'])
  onProgress(offset)
  return sealed(file, answer) ?? offset
}

/** @param {string} kept @returns {Promise<string | undefined>} */
async function begunPath(kept) {
  const found = await readKept(kept)
  return typeof found === 'object' && found !== null && 'path' in found && typeof found.path === 'string'
    ? found.path
    : undefined
}

/**
 * @param {Server} server
 * @param {Outgoing} file
 * @param {string} kept
 */
async function begin(server, { name, sizeBytes, sha256, projectId, metadata }, kept) {
  const pairs = Object.entries({ filename: name, ...(await metadata()) }).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  )
  const answer = await tusCall(server, {
    method: 'POST',
    path: `/api/projects/${projectId}/uploads`,
    headers: { 'upload-length': String(sizeBytes), 'upload-metadata': pairs.join(',') },
  })
  const path = answer.headers.location
  if (answer.status !== 201 || path === undefined) throw refusedAs(server, answer)
  await keep(kept, { path, name, sizeBytes, sha256, begunAt: new Date().toISOString() })
  return 0
}

/**
 * @param {Server} server
 * @param {Outgoing} file
 * @param {{ handle: import('node:fs/promises').FileHandle, kept: string, offset: number, manner: Manner }} at
 * @returns {Promise<number | Sent>}
 */
async function sendPart(server, file, { handle, kept, offset, manner: { onProgress } }) {
  const path = await begunPath(kept)
  if (path === undefined) throw new Again(new Trouble('failed', 'The server no longer has this upload.'), 0)
  const length = Math.min(PART_BYTES, file.sizeBytes - offset)
  const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset)
  if (bytesRead !== length) throw changed(file)
  const isLast = offset + length === file.sizeBytes
  const answer = await tusCall(server, {
    method: 'PATCH',
    path,
    part: buffer,
    onSent: (bytes) => onProgress(offset + bytes),
    ...(isLast && { silentMs: SEALING_MS }),
    headers: { 'upload-offset': String(offset), ...(isLast && { 'repr-digest': reprDigest(file.sha256) }) },
  })
  if (answer.status === 204) return sealed(file, answer) ?? Number(answer.headers['upload-offset'])
  if (answer.status === 460) {
    await forget(kept)
    throw changed(file)
  }
  // Cancelled elsewhere, or expired: the next step starts a new upload.
  if (answer.status === 404 || answer.status === 410) throw new Again(refusal(answer.status, answer.body, server.url))
  throw refusedAs(server, answer)
}

/** @param {Outgoing} file */
function changed({ name }) {
  return new Trouble(
    'damaged',
    `${name} changed while it was being sent, so it was not kept. Send it again once it is finished.`,
    'upload.checksum',
  )
}

/**
 * The version made from the upload; undefined if it is not complete.
 * @param {Outgoing} file
 * @param {import('./tus-call.js').TusAnswer} answer
 * @returns {Sent | undefined}
 */
function sealed({ name, sha256 }, { headers }) {
  const { 'roughmix-version-id': versionId, 'roughmix-track-id': trackId, 'repr-digest': digest } = headers
  if (typeof versionId !== 'string' || typeof trackId !== 'string') return undefined
  if (digest !== reprDigest(sha256))
    throw new Trouble('damaged', `${name} is another file on the server than here.`, 'upload.checksum')
  return { versionId, trackId }
}

/**
 * The error to throw: a retry, or a refusal to report.
 * @param {Server} server
 * @param {import('./tus-call.js').TusAnswer} answer
 */
function refusedAs(server, { status, body, headers }) {
  const trouble = refusal(status, body, server.url)
  const { code } = said(body)
  // Another part is arriving or has arrived: ask the server for its offset.
  if (status === 423 || code === 'upload.offset' || code === 'upload.finished') return new Again(trouble, 500)
  if (isPassing(status) || (status >= 500 && status !== 507) || (status === 409 && code === 'conflict'))
    return new Again(trouble, retryAfterMs(headers['retry-after']))
  return trouble
}
