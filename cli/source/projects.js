/** @typedef {import('./server.js').Server} Server */
/** @typedef {import('./report.js').Report} Report */
/** @typedef {import('../../src/features/projects/projects.contract.ts').ProjectCard} ProjectCard */

/**
 * @param {Server} server
 * @param {Report} report
 */
export async function projects(server, report) {
  /** @type {ProjectCard[]} */
  const cards = await server.readAll('/api/projects')
  const items = cards.map(({ id, name, role, trackCount, lastVersionAt }) => ({
    id,
    name,
    role,
    trackCount,
    lastVersionAt: lastVersionAt === null ? null : new Date(lastVersionAt).toISOString(),
  }))
  const widest = Math.max(0, ...items.map(({ name }) => name.length))
  const lines = items.map(
    ({ id, name, role, trackCount, lastVersionAt }) =>
      `${name.padEnd(widest)}  ${id}  ${role}, ${trackCount} ` +
      `${trackCount === 1 ? 'track' : 'tracks'}${lastVersionAt ? `, last bounce ${lastVersionAt.slice(0, 10)}` : ''}`,
  )
  report.result({ projects: items }, lines.length === 0 ? 'No projects yet.' : lines.join('\n'))
}
