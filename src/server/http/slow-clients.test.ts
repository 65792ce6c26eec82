import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LiveClientRig } from '#testing/live-client.rig.ts'
import { openWorld, type World } from '#testing/world.ts'
import { cutSlowClients } from './slow-clients.ts'

const SILENT_MS = 400
/** The minimum for this interval is below two kilobytes. */
const BODY_MS = 400

const app = Fastify({ connectionTimeout: SILENT_MS, requestTimeout: 0 })
let world: World
let port = 0
beforeAll(async () => {
  cutSlowClients(app, { silentMs: SILENT_MS, bodyMs: BODY_MS })
  app.addContentTypeParser('application/offset+octet-stream', (_, payload, done) => done(null, payload))
  app.post('/body', async (request) => ((await bytesIn(request.body as IncomingMessage)) > 0 ? 'taken' : 'empty'))
  app.post('/unread', (_, reply) => void setTimeout(() => reply.send('late'), 3 * BODY_MS))
  app.get('/long', (_, reply) => reply.send(Readable.from(endless())))
  app.get('/thinking', (_, reply) => void setTimeout(() => reply.send('thought'), 3 * SILENT_MS))
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  world = await openWorld({ LOG_LEVEL: 'silent' })
})
afterAll(() => Promise.all([app.close(), world.close()]))

const head = (path: string, size: number) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${size}\r\n\r\n`

test('half a body is not waited for', async () => {
  const socket = say(`${head('/body', 100)}half`)
  expect(await end(socket)).toBe('cut off')
})

test('a body in drops is not waited for, however steadily they fall', async () => {
  const socket = say(head('/body', 100_000))
  const drip = setInterval(() => socket.write('x'), 50)
  expect(await end(socket)).toBe('cut off')
  clearInterval(drip)
})

test('a slow body that could be somebody’s line is', async () => {
  const size = 8000
  const socket = say(head('/body', size))
  let left = size
  const trickle = setInterval(() => {
    socket.write('x'.repeat(400))
    if ((left -= 400) === 0) clearInterval(trickle)
  }, 100)
  expect(await answerOn(socket)).toContain('taken')
})

test('who waits for us to read on is not called slow', async () => {
  const size = 8_000_000
  const socket = say(head('/unread', size))
  socket.write(Buffer.alloc(size))
  expect(await answerOn(socket)).toContain('late')
})

test('an answer that nobody reads is cut off', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  app.server.once('connection', (socket: Socket) => socket.once('close', () => resolve('cut off')))
  const socket = say('GET /long HTTP/1.1\r\nhost: a\r\n\r\n')
  socket.pause()
  expect(await promise).toBe('cut off')
  socket.destroy()
})

test('silence while the server is at work is borne', async () => {
  expect(await answerOn(say('GET /thinking HTTP/1.1\r\nhost: a\r\n\r\n'))).toContain('thought')
})

test('the product cuts off whoever is silent, and a live connection stays', async () => {
  const url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  world.server.server.setTimeout(SILENT_MS)
  const client = await LiveClientRig.open(url, { 'x-test-person': 'ed' })
  const stalled = connect(Number(new URL(url).port), '127.0.0.1')
  stalled.write(
    'POST /api/projects HTTP/1.1\r\nhost: localhost\r\nx-test-person: ed\r\ncontent-type: application/json\r\n' +
      'content-length: 100\r\n\r\n{"name":',
  )
  expect(await end(stalled)).toBe('cut off')
  client.send({ type: 'ping' })
  expect(await client.until('pong')).toEqual({ type: 'pong' })
  client.close()
})

function say(text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return socket
}

/** Whatever the server sends until then. */
function end(socket: Socket): Promise<'cut off'> {
  socket.on('error', () => undefined).resume()
  return new Promise((resolve) => socket.once('close', () => resolve('cut off')))
}

async function answerOn(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
  const late = new Promise<never>(
    (_, reject) => void socket.once('close', () => reject(new Error(`cut off after: ${text}`))),
  )
  while (!/\r\n\r\n.+/s.test(text)) await Promise.race([once(socket, 'data'), late])
  socket.destroy()
  void late.catch(() => undefined)
  return text
}

async function bytesIn(body: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(65_536)
}
