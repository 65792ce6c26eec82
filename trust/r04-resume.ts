import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ChaosProxy } from './chaos-proxy.ts'
import { makeLargeFile, sendLargeFile } from './large-upload.ts'
import { Line } from './line.ts'
import { measure } from './measure.ts'
import { TrustPerson } from './person.ts'
import { startServer } from './start-server.ts'

const MOST_SENT = 1.05
const FREE_MS = 10_000
const MB = 1e6
/**
 * A fast network, 320 Mbit/s. Without a limit, everything in the kernel's buffers would count as sent and be lost with
 * the connection.
 */
const LINE = { bytesPerSecond: 40 * MB }

void measure('r04', async (run) => {
  const { chance, short, folder, afterwards, say } = run
  const sizeBytes = (short ? 200 : 1000) * MB
  const cuts = short ? 6 : 20
  const dataDir = join(folder, 'data')
  let server = await startServer({ dataDir })
  afterwards(() => server.kill('group'))
  const proxy = await ChaosProxy.open(() => server.port)
  afterwards(() => proxy.close())
  const file = await makeLargeFile(join(folder, 'long.wav'), sizeBytes)
  const olga = await TrustPerson.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  // The same user, over the bad network.
  const line = await olga.alsoOn(new Line(() => proxy.url))

  // Each cut comes after a given share of the file, on connections that carry a part.
  const at = Array.from({ length: cuts }, (_, i) => ((i + chance.between(0.2, 0.9)) / cuts) * sizeBytes)
  const ways: Record<string, number> = {}
  const before = proxy.bytesFromClients
  proxy.plan(() => {
    const sent = proxy.bytesFromClients - before
    const next = at[0]
    if (next === undefined || sent + 8 * 1024 * 1024 < next) return LINE
    at.shift()
    const way = chance.one(['reset', 'silent', 'restart'] as const) ?? 'reset'
    ways[way] = (ways[way] ?? 0) + 1
    const afterBytes = Math.max(1000, Math.round(next - sent))
    if (way !== 'restart')
      return way === 'reset' ? { ...LINE, resetAfterBytes: afterBytes } : { ...LINE, silentAfterBytes: afterBytes }
    const watch = setInterval(() => {
      if (proxy.bytesFromClients - before < next) return
      clearInterval(watch)
      void server.kill('group').then(async () => (server = await startServer({ dataDir, port: server.port })))
    }, 5)
    return LINE
  })
  const startedAt = performance.now()
  const sent = await sendLargeFile({
    line,
    projectId,
    file,
    progress: () => proxy.bytesFromClients,
    onOffset: (offset) => (short ? undefined : offset % (100 * MB) < 9 * MB && say(`${(offset / MB).toFixed(0)} MB`)),
  })
  const seconds = (performance.now() - startedAt) / 1000
  const ratio = (proxy.bytesFromClients - before) / sizeBytes
  await server.kill('group')
  const wrong: string[] = []
  const stored = await storedHash(dataDir, sent.versionId)
  if (sent.sha256 !== file.sha256 || stored !== file.sha256) wrong.push('the file arrived with other bytes')
  if (ratio > MOST_SENT) wrong.push(`${ratio.toFixed(3)} × its size was sent`)
  if (sent.longestWaitMs > FREE_MS)
    wrong.push(`the right of a dead writer was free after ${sent.longestWaitMs.toFixed(0)} ms`)
  if (at.length > 0) wrong.push(`${at.length} cuts never came`)
  const each = Object.entries(ways)
    .map(([way, count]) => `${count} ${way}`)
    .join(', ')
  const figure = [
    `${sizeBytes / MB} MB over ${cuts} cuts (${each}) in ${seconds.toFixed(0)} s: ${ratio.toFixed(3)} × its size sent`,
    'hash equal',
    `a dead writer’s right free in ${sent.longestWaitMs.toFixed(0)} ms`,
  ].join(', ')
  return { figure, wrong }
})

async function storedHash(dataDir: string, versionId: string): Promise<string> {
  const database = new DatabaseSync(join(dataDir, 'roughmix.sqlite'), { readOnly: true })
  const row = database.prepare('select storage_key from versions where id = ?').get(versionId)
  database.close()
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(dataDir, 'files', String(row?.['storage_key'])))) hash.update(chunk)
  return hash.digest('hex')
}
