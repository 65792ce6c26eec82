import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { WebSocketServer } from 'ws'

/**
 * A lower bound in Node for the load of bench/listener-load.ts, from the given folder: ranges of files, bodies written
 * and flushed to disk before the answer, notes forwarded to a project's sockets. No users, rows or checks.
 */
const folder = process.argv[2] ?? ''
const rooms = new WebSocketServer({ noServer: true })
const roomOf = new WeakMap<object, string>()

const server = createServer((request, response) => {
  void answer(request, response).catch(() => response.destroy())
})
server.on('upgrade', (request, socket, head) =>
  rooms.handleUpgrade(request, socket, head, (client) => roomOf.set(client, request.url ?? '')),
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(folder, basename(request.url ?? ''))
  if (request.method === 'PUT') return keep(path, request, response)
  if (request.method === 'POST') return tell(request, response)
  const { size } = await stat(path)
  const [, start = 0, end = size - 1] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).map(Number)
  response.writeHead(206, {
    'content-type': 'audio/flac',
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${size}`,
  })
  await pipeline(createReadStream(path, { start, end }), response)
}

async function keep(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await pipeline(request, createWriteStream(path))
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
  response.writeHead(201).end()
}

async function tell(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for await (const _ of request);
  const noteId = randomUUID()
  const news = JSON.stringify({ type: 'event', event: { kind: 'note.added', refs: { noteId } } })
  for (const client of rooms.clients) if (roomOf.get(client) === request.url) client.send(news)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: noteId }))
}
