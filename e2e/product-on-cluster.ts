import { answers, until } from '../scripts/owned-process.ts'
import { startCluster } from '../scripts/start-cluster.ts'
import { insideOf } from './product-inside.ts'
import type { Product } from './running-product.ts'

/**
 * Journeys make the first account as on a machine of one's own, without the setup token that a proxy brings with it.
 */
const alone = { TRUSTED_PROXIES: '0' }

/**
 * The product as several machines run it, for journeys that were written for one: `E2E_ON_CLUSTER=1`, or `from-store`
 * with files fetched from the store.
 */
export async function startOnCluster(env: Readonly<Record<string, string>>): Promise<Product> {
  const cluster = await startCluster({
    env: { SIGN_IN_RATE_LIMIT: '0', ...alone, ...env },
    fromStore: process.env['E2E_ON_CLUSTER'] === 'from-store',
  })
  if ('missing' in cluster) throw new Error(cluster.missing)
  const all = [...cluster.webs, ...cluster.workers]
  const kill = async () => void (await Promise.all(all.map((member) => member.kill())))
  return {
    url: env['BASE_URL'] ?? cluster.url,
    port: Number(new URL(cluster.url).port),
    settings: cluster.settings,
    ...insideOf(cluster.settings),
    kill,
    async restart() {
      await kill()
      await Promise.all(all.map((member) => member.start()))
      // For two seconds nginx asks nobody of whom it has heard nothing.
      await until('nginx', () => answers(`${cluster.url}/readyz`))
    },
    stop: () => cluster.stop(),
  }
}
