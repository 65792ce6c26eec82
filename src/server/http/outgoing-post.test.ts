import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createPlainServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { isCallable, OutgoingFailure, postOut, type OutgoingPost } from './outgoing-post.ts'

type Resolve = NonNullable<OutgoingPost['resolve']>

const servers: { close(): unknown; closeAllConnections?(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function listen(answer: RequestListener): Promise<URL> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
}
const post = (
  url: URL | string,
  more: { allowPrivate?: boolean; limitMs?: number; signal?: AbortSignal; resolve?: Resolve } = {},
) =>
  postOut({
    url: new URL(url),
    headers: { 'content-type': 'application/json' },
    body: '{}',
    allowPrivate: true,
    limitMs: 5000,
    keepBytes: 1024,
    ...more,
  })
const trouble = (url: URL | string, more: { allowPrivate?: boolean; limitMs?: number } = {}) =>
  post(url, more).then(
    () => 'answered',
    (error: unknown) => (error instanceof OutgoingFailure ? error.trouble : error),
  )

describe('a call to an address that somebody typed', () => {
  test('brings the status and the beginning of the answer', async () => {
    const url = await listen((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () =>
        response.writeHead(201).end(`${request.method} ${request.url} ${body}\u0000 ${'x'.repeat(5000)}`),
      )
    })
    const { status, text } = await post(url)
    expect([status, text.slice(0, 16), text.length]).toEqual([201, 'POST /hook {} xx', 1023])
  })

  test('does not go where a redirect points', async () => {
    let asked = 0
    const url = await listen((_, response) => {
      asked++
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await post(url)).status).toBe(302)
    expect(asked).toBe(1)
  })

  test('ends when there is no answer in time, or one that does not end', async () => {
    expect(await trouble(await listen(() => undefined), { limitMs: 200 })).toBe('timeout')
    expect(
      await trouble(await listen((_, response) => void response.writeHead(200).write('x')), { limitMs: 200 }),
    ).toBe('timeout')
  })

  test('ends when the server stops', async () => {
    const stopping = new AbortController()
    const calling = post(await listen(() => stopping.abort(new Error('stopping'))), { signal: stopping.signal })
    await expect(calling).rejects.toThrow('stopping')
  })

  test('says in one word why nobody answered', async () => {
    const odd = createPlainServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')).listen(0, '127.0.0.1')
    servers.push(odd)
    await once(odd, 'listening')
    const { port } = odd.address() as AddressInfo
    expect([
      await trouble(`http://127.0.0.1:${port}`),
      await trouble('http://127.0.0.1:1'),
      await trouble('http://nothing.invalid'),
    ]).toEqual(['answer', 'connection', 'name'])
  })
})

describe('this machine and its network', () => {
  test('are not called, by address or by a name that leads there', async () => {
    let asked = 0
    const url = await listen((_, response) => {
      asked++
      response.end()
    })
    const { port } = url
    const ways = [
      `http://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `http://2130706433:${port}`,
      `http://0x7f.1:${port}`,
      `http://[::1]:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://0.0.0.0:${port}`,
    ]
    expect(await Promise.all(ways.map((way) => trouble(way, { allowPrivate: false })))).toEqual(
      ways.map(() => 'address'),
    )
    expect(asked).toBe(0)
  })

  test('are known by what a name resolves to when it is called, once', async () => {
    let asked = 0
    const { port } = await listen((_, response) => void response.end('inside'))
    const resolvesTo =
      (...addresses: string[]): Resolve =>
      (_, __, callback) => {
        asked++
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )
      }
    const url = `http://hooks.example.com:${port}`
    const tried = (resolve: Resolve, allowPrivate: boolean) =>
      post(url, { allowPrivate, resolve }).then(
        ({ text }) => text,
        (error: OutgoingFailure) => error.trouble,
      )
    expect([
      await tried(resolvesTo('127.0.0.1'), false),
      await tried(resolvesTo('8.8.8.8', '127.0.0.1'), false),
      await tried(resolvesTo('127.0.0.1'), true),
    ]).toEqual(['address', 'address', 'inside'])
    expect(asked).toBe(3)
  })

  test.each([
    'ftp://example.com',
    'file:///etc/passwd',
    'https://user:secret@example.com',
    'http://10.0.0.1',
    'http://metadata.google.internal',
    'http://printer.local',
    'http://x.localhost.',
  ])('%s is refused before it is tried', (url) => expect(isCallable(new URL(url), false)).toBe(false))

  test.each(['https://example.com/hook', 'http://example.com:8080', 'https://[2606:4700::1111]/'])('%s may be', (url) =>
    expect(isCallable(new URL(url), false)).toBe(true),
  )

  test('may be called where the admin says so, but never by another protocol', () => {
    expect([isCallable(new URL('http://10.0.0.1'), true), isCallable(new URL('ftp://10.0.0.1'), true)]).toEqual([
      true,
      false,
    ])
  })
})
