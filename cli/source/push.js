import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileDigest } from './file-digest.js'
import { sizeWords } from './report.js'
import { findProject, findTrack } from './targets.js'
import { Trouble } from './trouble.js'
import { isBegun, sendFile } from './upload.js'

/** @typedef {import('./server.js').Server} Server */
/** @typedef {import('./report.js').Report} Report */
/** @typedef {import('./upload.js').Outgoing} Outgoing */
/** @typedef {import('../../src/features/tracks/tracks.contract.ts').ProjectDetails} ProjectDetails */
/** @typedef {import('../../src/features/transfers/transfers.contract.ts').UploadTarget} UploadTarget */

/**
 * @typedef {object} PushWishes
 * @property {string | undefined} track A title or id; without it the file's name decides.
 * @property {boolean} isNew Makes a new track, called `track` or as the file's name says.
 * @property {string | undefined} note What changed.
 * @property {boolean} again Sends also what the project has already.
 */

/**
 * @typedef {object} Pushed
 * @property {'sent' | 'already-there'} state
 * @property {string} file
 * @property {string} projectId
 * @property {string} trackId
 * @property {string} trackTitle
 * @property {string} versionId
 * @property {number | null} number
 * @property {string} sha256
 * @property {number} sizeBytes
 * @property {string} url
 */

/**
 * @param {Server} server
 * @param {Report} report
 * @param {{ files: readonly string[], project: string | undefined } & PushWishes} asked
 */
export async function push(server, report, { files, project: wanted, ...wishes }) {
  if (files.length === 0) throw new Trouble('usage', 'Name a file: roughmix push FILE --project NAME')
  if (wishes.isNew && wishes.track !== undefined && files.length > 1)
    throw new Trouble('usage', 'Several files cannot all be the first version of one new track.')
  const project = await findProject(server, wanted)
  for (const file of files) {
    const pushed = await pushFile(server, report, { path: resolve(file), projectId: project.id, ...wishes })
    report.result(pushed, pushedWords(pushed))
  }
}

/** @param {Pushed} pushed */
export function pushedWords({ state, trackTitle, number, sizeBytes, url }) {
  const version = `${trackTitle}${number === null ? '' : ` v${number}`}`
  return state === 'sent'
    ? `${version} · ${sizeWords(sizeBytes)}, checked by SHA-256\n${url}`
    : `Already there: ${version}\n${url}`
}

/**
 * Uploads one file as the next version of its track. A file that the project already has is not sent again.
 * @param {Server} server
 * @param {Report} report
 * @param {{ path: string, projectId: string } & PushWishes} asked
 * @returns {Promise<Pushed>}
 */
export async function pushFile(server, report, { path, projectId, track, isNew, note, again }) {
  const name = basename(path)
  const sizeBytes = await sizeOf(path)
  const sha256 = await fileDigest(path, (bytes) => report.progress(`Reading ${name}`, bytes, sizeBytes))
  const target = await findTarget(server, projectId, { fileName: name, sha256 })
  /** @type {Outgoing} */
  const file = {
    path,
    name,
    sizeBytes,
    sha256,
    projectId,
    wanted: [track ?? null, isNew, note ?? null],
    metadata: async () => ({
      ...(await placeFor(server, projectId, { target, track, isNew })),
      ...(note && { changelog: note }),
    }),
  }
  const facts = { file: name, projectId, sha256, sizeBytes }
  if (target.same && !again && !(await isBegun(server, file))) {
    const { trackId, title, versionId, number } = target.same
    return {
      state: 'already-there',
      ...facts,
      trackId,
      trackTitle: title,
      versionId,
      number,
      url: pageOf(server, projectId, trackId, versionId),
    }
  }
  const { trackId, versionId } = await sendFile(server, file, {
    onProgress: (bytes) => report.progress(`Sending ${name}`, bytes, sizeBytes),
  })
  // The upload succeeded, even if reading its details fails.
  const details = await readDetails(server, projectId).catch(() => undefined)
  return {
    state: 'sent',
    ...facts,
    trackId,
    versionId,
    trackTitle: details?.tracks.find(({ id }) => id === trackId)?.title ?? name,
    number: details?.trackVersions.find(({ id }) => id === versionId)?.number ?? null,
    url: pageOf(server, projectId, trackId, versionId),
  }
}

/** @param {string} path */
async function sizeOf(path) {
  const facts = await stat(path).catch(() => undefined)
  if (!facts?.isFile()) throw new Trouble('usage', `${path} is not a file.`, 'no_file')
  if (facts.size === 0) throw new Trouble('usage', `${path} is empty.`, 'empty_file')
  return facts.size
}

/**
 * @param {Server} server
 * @param {string} projectId
 * @param {{ fileName: string, sha256: string }} query
 * @returns {Promise<UploadTarget>}
 */
function findTarget(server, projectId, query) {
  return server.read(`/api/projects/${projectId}/uploads/target`, { query })
}

/**
 * @param {Server} server
 * @param {string} projectId
 * @param {{ target: UploadTarget, track: string | undefined, isNew: boolean }} place
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
async function placeFor(server, projectId, { target, track, isNew }) {
  if (isNew) return { trackTitle: track ?? target.title }
  if (track !== undefined) return { trackId: findTrack(await readDetails(server, projectId), track).id }
  return target.track ? { trackId: target.track.id } : { trackTitle: target.title }
}

/** @param {Server} server @param {string} projectId @returns {Promise<ProjectDetails>} */
export function readDetails(server, projectId) {
  return server.read(`/api/projects/${projectId}`)
}

/**
 * @param {Server} server
 * @param {string} projectId
 * @param {string} trackId
 * @param {string} versionId
 */
function pageOf(server, projectId, trackId, versionId) {
  return `${server.url}/?${new URLSearchParams({ projectId, trackId, versionId })}`
}
