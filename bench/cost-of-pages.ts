import { medianOf, processSeconds } from './bench-tools.ts'
import type { PageCosts } from './growing-arithmetic.ts'
import type { LoadedProduct } from './load-roughmix.ts'

const ROUNDS = 3
const OPENINGS = 100

/** The server's cost of opening a track's page, without scripts, which are fetched once and then cached. */
export async function costOfPages({ server, people: [owner], tracks: [track] }: LoadedProduct): Promise<PageCosts> {
  if (!owner || !track) throw new Error('nothing was loaded')
  const project = `/api/projects/${track.projectId}`
  const version = `${project}/tracks/${track.trackId}/versions/${track.versionId}`
  const paths = [
    '/api/users/me',
    '/api/projects',
    project,
    `${project}/tracks/${track.trackId}/notes?version=${track.versionId}&limit=100`,
    `${project}/tasks?limit=100`,
    `${version}/index`,
    `${version}/peaks`,
  ]
  const rounds: { readonly cpu: number; readonly ms: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [own, startedAt] = [await processSeconds(server.pid), performance.now()]
    for (let n = 0; n < OPENINGS; n++) for (const path of paths) await asked(path)
    rounds.push({
      cpu: ((await processSeconds(server.pid)) - own) / OPENINGS,
      ms: (performance.now() - startedAt) / OPENINGS,
    })
  }
  return {
    requests: paths.length,
    cpuSeconds: medianOf(rounds.map(({ cpu }) => cpu)),
    ms: medianOf(rounds.map(({ ms }) => ms)),
  }

  async function asked(path: string): Promise<void> {
    const answer = await owner?.line.ask('GET', path)
    if (answer?.status !== 200) throw new Error(`${path} was answered ${answer?.status}`)
  }
}
