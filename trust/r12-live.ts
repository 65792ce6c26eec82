import { once } from 'node:events'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import type { StreamEvent, StreamName } from '#shared/events.ts'
import { LiveClientRig } from '#testing/live-client.rig.ts'
import { ChaosProxy } from './chaos-proxy.ts'
import { NoAnswer, read } from './line.ts'
import { measure } from './measure.ts'
import { TrustPerson } from './person.ts'
import { pause, startServer } from './start-server.ts'

const FRESH_MS = 3000
const LOST_MS = 2000
const BEAT_MS = [15_000, 25_000] as const

void measure('r12', async ({ chance, short, folder, afterwards, say }) => {
  const dataDir = join(folder, 'data')
  let server = await startServer({ dataDir })
  afterwards(() => server.kill('group'))
  const proxy = await ChaosProxy.open(() => server.port)
  afterwards(() => proxy.close())
  const wrong: string[] = []
  const [olga, ed] = [
    await TrustPerson.signUp(() => server.url, 'olga'),
    await TrustPerson.signUp(() => server.url, 'ed'),
  ]
  const projectId = await olga.addProject()
  await olga.invite(projectId, ed)
  const stream: StreamName = `project:${projectId}`
  const [wanted, cuts] = short ? [200, 10] : [1000, 50]

  const first = await LiveClientRig.open(proxy.url, { cookie: ed.line.cookie() })
  first.follow(stream, null)
  const from = (await first.until('following')).seq
  first.close()

  const added: string[] = []
  const write = async (person: TrustPerson) => {
    for (let n = 0; added.length < wanted;) {
      try {
        added.push(
          read(
            taskRoutes['POST /api/projects/:projectId/tasks'].answer,
            await person.line.json(
              'POST',
              `/api/projects/${projectId}/tasks`,
              { title: `${person.name} ${n}` },
              { 'idempotency-key': `${person.name} ${n}` },
            ),
          ).id,
        )
        n++
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        await pause(50)
      }
    }
  }
  const writing = Promise.all([write(olga), write(ed)])
  const heard: StreamEvent[] = []
  const fresh: number[] = []
  let connections = 0
  const last = () => heard.at(-1)?.seq ?? from
  const listen = async (): Promise<'to the end' | 'cut'> => {
    const openedAt = performance.now()
    const client = await LiveClientRig.open(proxy.url, { cookie: ed.line.cookie() })
    connections++
    client.follow(stream, last())
    await client.until('following')
    if (connections > 1) {
      // The last event when it reconnected.
      const present = await presentSeq(server.url, ed, stream)
      if (present > last()) await client.until('event', ({ event }) => event.seq >= present)
      fresh.push(performance.now() - openedAt)
    }
    const isLast = proxy.broken >= cuts && added.length >= wanted
    if (isLast) await writing
    const end = isLast ? await presentSeq(server.url, ed, stream) : Infinity
    if (isLast && end > last()) await client.until('event', ({ event }) => event.seq >= end)
    if (!isLast) await Promise.race([pause(chance.between(20, wanted > 500 ? 300 : 200)), client.closed])
    if (proxy.broken < cuts) proxy.cutAll()
    else client.close()
    await client.closed
    heard.push(...client.events(stream).filter(({ seq }) => seq > last()))
    return isLast ? 'to the end' : 'cut'
  }
  let restarts = 0
  const killing = (async () => {
    for (const share of [0.3, 0.7]) {
      while (added.length < wanted * share) await pause(20)
      await server.kill('group')
      server = await startServer({ dataDir, port: server.port })
      restarts++
    }
  })()
  for (;;) {
    const how = await listen().catch(async () => void (await pause(50)))
    if (how === 'to the end') break
    if (heard.length % 200 < 5) say(`${heard.length} heard of ${added.length} written, ${proxy.broken} cuts`)
  }
  await killing
  const gaps = heard.filter(({ seq }, i) => seq !== from + 1 + i).length
  const unheard = new Set(added)
  for (const { refs } of heard) unheard.delete(refs['taskId'] ?? '')
  if (gaps > 0) wrong.push(`${gaps} events out of order or doubled`)
  if (unheard.size > 0) wrong.push(`${unheard.size} tasks were never heard of`)
  if (Math.max(...fresh) > FRESH_MS) wrong.push(`fresh ${Math.max(...fresh).toFixed(0)} ms after reconnecting`)

  // An unknown cursor makes the client read everything again.
  const lost = await LiveClientRig.open(server.url, { cookie: ed.line.cookie() })
  lost.follow(stream, 10_000_000)
  await lost.until('reset')
  const removedAt = performance.now()
  await olga.line.json('DELETE', `/api/projects/${projectId}/members/${ed.userId}`)
  await lost.until('lost', (message) => message.stream === stream)
  const lostMs = performance.now() - removedAt
  if (lostMs > LOST_MS) wrong.push(`who was removed heard ${lostMs.toFixed(0)} ms more`)
  lost.close()
  const beat = short ? undefined : await heartbeat(server.url, olga)
  if (beat !== undefined && (beat < BEAT_MS[0] || beat > BEAT_MS[1]))
    wrong.push(`a heartbeat every ${beat.toFixed(0)} ms`)
  await server.stop()
  return {
    figure:
      `${heard.length} events over ${proxy.broken} broken connections and ${restarts} sudden restarts: ${gaps} out ` +
      `of order or doubled, ${unheard.size} unheard; fresh ≤ ${Math.max(...fresh).toFixed(0)} ms after ` +
      `reconnecting, who is removed is cut off after ${lostMs.toFixed(0)} ` +
      `ms${beat === undefined ? '' : `, a heartbeat every ${(beat / 1000).toFixed(1)} s`}`,
    wrong,
  }
})

/** The last event of a stream, from a second connection of the same user. */
async function presentSeq(url: string, { line }: TrustPerson, stream: StreamName): Promise<number> {
  const client = await LiveClientRig.open(url, { cookie: line.cookie() })
  client.follow(stream, null)
  const { seq } = await client.until('following')
  client.close()
  return seq
}

/** Time between two pings of the server on an idle connection. */
async function heartbeat(url: string, { line }: TrustPerson): Promise<number> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, { headers: { cookie: line.cookie() } })
  await once(socket, 'ping')
  const firstAt = performance.now()
  await once(socket, 'ping')
  socket.close()
  return performance.now() - firstAt
}
