import { Trouble } from './trouble.js'

/** @typedef {import('./server.js').Server} Server */
/** @typedef {import('../../src/features/projects/projects.contract.ts').ProjectCard} ProjectCard */
/** @typedef {import('../../src/features/tracks/tracks.contract.ts').ProjectDetails} ProjectDetails */

/**
 * Finds a project by id or name; a unique prefix of the name is enough.
 * @param {Server} server
 * @param {string | undefined} wanted
 * @returns {Promise<ProjectCard>}
 */
export async function findProject(server, wanted) {
  if (!wanted) throw new Trouble('usage', 'Name a project: --project NAME')
  /** @type {ProjectCard[]} */
  const projects = await server.readAll('/api/projects')
  return oneOf(projects, ({ id, name }) => [id, name], wanted, 'project')
}

/**
 * @param {ProjectDetails} project
 * @param {string} wanted
 */
export function findTrack(project, wanted) {
  return oneOf(project.tracks, ({ id, title }) => [id, title], wanted, `track of ${project.name}`)
}

/**
 * @template T
 * @param {readonly T[]} things
 * @param {(thing: T) => readonly [id: string, name: string]} called
 * @param {string} wanted
 * @param {string} noun
 * @returns {T}
 */
export function oneOf(things, called, wanted, noun) {
  const key = fold(wanted)
  /** @type {readonly ((thing: T) => boolean)[]} */
  const ways = [
    (thing) => called(thing)[0] === wanted,
    (thing) => fold(called(thing)[1]) === key,
    (thing) => fold(called(thing)[1]).startsWith(key),
  ]
  for (const way of ways) {
    const found = things.filter(way)
    if (found.length > 1)
      throw new Trouble(
        'notFound',
        `“${wanted}” is more than one ${noun}: ` +
          `${found.map((thing) => `${called(thing)[1]} (${called(thing)[0]})`).join(', ')}. Say its id.`,
        'ambiguous',
      )
    if (found[0] !== undefined) return found[0]
  }
  const names = things.map((thing) => called(thing)[1])
  const list = `${names.slice(0, 12).join(', ')}${names.length > 12 ? ' …' : ''}`
  const there = names.length === 0 ? 'There are none.' : `There are: ${list}.`
  throw new Trouble('notFound', `There is no ${noun} called “${wanted}”. ${there}`, 'not_found')
}

/** @param {string} name */
function fold(name) {
  return name.normalize('NFC').trim().toLowerCase()
}
