import { startCluster } from './start-cluster.ts'

/**
 * `npm run cluster`: runs the product on several processes, like several machines, until Ctrl-C. With `-- --from-store`
 * browsers fetch files directly from Ceph.
 */
const startedAt = performance.now()
const stopWanted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve)
})
const cluster = await startCluster({ fromStore: process.argv.includes('--from-store') })
if ('missing' in cluster) {
  process.stderr.write(`${cluster.missing}\n`)
  process.exit(1)
}
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
process.stdout.write(
  `${Object.entries(cluster.tookMs)
    .map(([name, took]) => `${name} ${seconds(took)}`)
    .join(', ')}\n`,
)
for (const { name, port, pid } of [...cluster.webs, ...cluster.workers].map((member) => ({
  name: member.name,
  port: member.port,
  pid: member.pid(),
})))
  process.stdout.write(`${name}: process ${pid}, port ${port}\n`)
process.stdout.write(
  `Ready after ${seconds(performance.now() - startedAt)}. The cluster is at ${cluster.url}, until Ctrl-C. Setup ` +
    `token for the first account: ${cluster.setupToken}\n`,
)
await stopWanted
await cluster.stop()
process.exit(0)
