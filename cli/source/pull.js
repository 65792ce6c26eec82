import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileDigest } from './file-digest.js'
import { readDetails } from './push.js'
import { sizeWords } from './report.js'
import { findProject, findTrack } from './targets.js'
import { pause, unreachable } from './server.js'
import { Trouble } from './trouble.js'

/** @typedef {import('./server.js').Server} Server */
/** @typedef {import('./report.js').Report} Report */
/** @typedef {import('../../src/features/tracks/tracks.contract.ts').ProjectDetails} ProjectDetails */
/** @typedef {ProjectDetails['trackVersions'][number]} Version */

/**
 * @typedef {object} PullWishes
 * @property {string | undefined} project
 * @property {string | undefined} track Without it, every track.
 * @property {string | undefined} version A number; without it, what everybody hears.
 * @property {string} to A folder.
 * @property {boolean} overwrite
 */

/**
 * Downloads originals; each is verified against its SHA-256 before it is renamed to its final name.
 * @param {Server} server
 * @param {Report} report
 * @param {PullWishes} wishes
 */
export async function pull(server, report, { project: wanted, track, version: number, to, overwrite }) {
  if (number !== undefined && track === undefined)
    throw new Trouble('usage', 'Name a track: --track TITLE --version NUMBER')
  const project = await readDetails(server, (await findProject(server, wanted)).id)
  const folder = resolve(to)
  await mkdir(folder, { recursive: true })
  for (const { title, version, name } of named(chosen(project, track, number))) {
    const path = join(folder, name)
    const state = await pullVersion(server, report, { projectId: project.id, version, path, overwrite })
    report.result(
      {
        state,
        path,
        projectId: project.id,
        trackId: version.trackId,
        trackTitle: title,
        versionId: version.id,
        number: version.number,
        sha256: version.sha256,
        sizeBytes: version.sizeBytes,
      },
      `${title} v${version.number} · ` +
        `${sizeWords(version.sizeBytes)}${state === 'pulled' ? ', checked by SHA-256' : ', here already'}\n${path}`,
    )
  }
}

/**
 * @param {ProjectDetails} project
 * @param {string | undefined} wanted
 * @param {string | undefined} number
 * @returns {readonly { title: string, version: Version }[]}
 */
function chosen(project, wanted, number) {
  const tracks = wanted === undefined ? project.tracks : [findTrack(project, wanted)]
  const found = tracks.flatMap(({ id, title, currentVersionId }) => {
    const version = project.trackVersions.find(
      (one) =>
        one.trackId === id &&
        (number === undefined ? one.id === currentVersionId : String(one.number) === number.replace(/^v/i, '')),
    )
    return version ? [{ title, version }] : []
  })
  if (found.length === 0)
    throw new Trouble(
      'notFound',
      number === undefined ? 'There is no version to pull yet.' : `There is no version ${number} of that track.`,
      'not_found',
    )
  return found
}

/**
 * Names each file as it was uploaded; if several tracks have a different `Mixdown.wav`, adds their titles.
 * @param {readonly { title: string, version: Version }[]} versions
 */
function named(versions) {
  const key = (/** @type {string} */ name) => plainName(name).toLowerCase()
  /** @type {Map<string, Set<string>>} */
  const contents = new Map()
  for (const { version } of versions)
    contents.set(key(version.fileName), new Set([...(contents.get(key(version.fileName)) ?? []), version.sha256]))
  const taken = new Set([...contents].filter(([, hashes]) => hashes.size === 1).map(([name]) => name))
  return versions.map(({ title, version }) => {
    if (contents.get(key(version.fileName))?.size === 1) return { title, version, name: plainName(version.fileName) }
    let name = plainName(`${title} - ${version.fileName}`)
    // Two tracks may have the same title.
    for (let n = 2; taken.has(key(name)); n++) name = plainName(`${title} ${n} - ${version.fileName}`)
    taken.add(key(name))
    return { title, version, name }
  })
}

/** Reduces a name from the server to a plain file name, without a path. @param {string} fileName */
export function plainName(fileName) {
  // oxlint-disable-next-line no-control-regex
  const unsafe = /[/\\:*?"<>|\u0000-\u001f]/g
  const name = fileName.replace(unsafe, '_').replace(/^\.+/, '_').trim()
  return name === '' ? 'untitled' : name
}

/**
 * @param {Server} server
 * @param {Report} report
 * @param {{ projectId: string, version: Version, path: string, overwrite: boolean }} asked
 * @returns {Promise<'pulled' | 'already-here'>}
 */
async function pullVersion(server, report, { projectId, version, path, overwrite }) {
  const there = await stat(path).catch(() => undefined)
  if (there) {
    if (there.size === version.sizeBytes && (await fileDigest(path)) === version.sha256) return 'already-here'
    if (!overwrite)
      throw new Trouble(
        'failed',
        `${path} is there and is another file. Move it away, pull --to another folder, or --overwrite.`,
        'file_exists',
      )
  }
  const part = `${path}.roughmix-part`
  const address = `/api/projects/${projectId}/tracks/${version.trackId}/download`
  // A part from an earlier run may be of another version with that name: the second try starts from zero.
  for (const isLast of [false, true]) {
    const arrived = await fetchRest(server, report, { address, version, part })
    if (arrived === version.sha256) {
      await rename(part, path)
      await syncFolder(dirname(path))
      return 'pulled'
    }
    await rm(part, { force: true })
    if (isLast)
      throw new Trouble(
        'damaged',
        `${version.fileName} arrived damaged twice: its checksum is not the one the server has on record.`,
        'checksum',
      )
  }
  throw new Error('the loop above ends by itself')
}

const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000]

/**
 * Continues after the stored part, reconnecting as needed. Returns the SHA-256 of the whole.
 * @param {Server} server
 * @param {Report} report
 * @param {{ address: string, version: Version, part: string }} asked
 */
async function fetchRest(server, report, { address, version, part }) {
  for (let failures = 0; ;) {
    const { hash, bytes: from } = await digestSoFar(part, version.sizeBytes)
    const file = await open(part, from === 0 ? 'w' : 'a')
    let at = from
    try {
      if (at < version.sizeBytes) {
        const answer = await server.get(address, {
          query: { version: version.id },
          headers: at > 0 ? { range: `bytes=${at}-` } : {},
          isLong: true,
        })
        if (at > 0 && answer.status !== 206) throw new Trouble('failed', `${server.url} sends only whole files.`)
        for await (const chunk of answer.body ?? []) {
          // Writes all of it: `write` may write less, for example on a nearly full disk.
          await file.appendFile(chunk)
          hash.update(chunk)
          at += chunk.length
          report.progress(`Pulling ${version.fileName}`, at, version.sizeBytes)
        }
      }
      await file.sync()
      if (at >= version.sizeBytes) return hash.digest('hex')
      throw new Error('the line broke')
    } catch (error) {
      if (error instanceof Trouble || isOfDisk(error)) throw error
      if (at > from) failures = 0
      const wait = WAITS_MS[failures++]
      if (wait === undefined) throw unreachable(server.url, error)
      await pause(wait)
    } finally {
      await file.close()
    }
  }
}

/** @param {string} part @param {number} mostBytes */
async function digestSoFar(part, mostBytes) {
  const hash = createHash('sha256')
  let bytes = 0
  const there = await stat(part).catch(() => undefined)
  if (there && there.size <= mostBytes) {
    for await (const chunk of createReadStream(part)) {
      hash.update(chunk)
      bytes += chunk.length
    }
  }
  return { hash, bytes }
}

/** @param {unknown} error */
function isOfDisk(error) {
  return (
    error instanceof Error &&
    'syscall' in error &&
    error.syscall === 'write' &&
    'code' in error &&
    ['ENOSPC', 'EIO', 'EDQUOT', 'EROFS'].includes(String(error.code))
  )
}

/** A file's name is durable only once its folder is synced. @param {string} folder */
async function syncFolder(folder) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
