import { createServer, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { RECORDER_SCRIPT } from './capture.ts'

/** A file too large to hold, made where it is read. */
export interface MadeFile {
  readonly length: number
  subarray(start: number, end: number): Uint8Array
}

export interface RangeServer {
  readonly origin: string
  /** Answer `/files/{name}` with these bytes, by range where asked. */
  put(name: string, file: Uint8Array | MadeFile): void
  /** Every request for a file: which bytes were asked for. */
  readonly requests: { readonly name: string; readonly start: number; readonly end: number }[]
  /** Until further notice: break each answer off after so many bytes (0 refuses outright, Infinity heals). */
  breakAfter(bytes: number): void
  /** Until further notice: go silent after so many bytes of an answer, with the line left open. */
  stallAfter(bytes: number): void
  /** How many answers the other side gave up. */
  readonly givenUp: () => number
  /** Answer files with this status instead; undefined heals. */
  answerWith(status: number | undefined): void
  close(): Promise<void>
}

export const RECORDER_PATH = '/sound-recorder.js'
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** As strict as the product's own. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "worker-src 'self'",
  "media-src 'self' blob:",
].join('; ')

/** Serves a built page and byte ranges on loopback, and can misbehave on demand. */
export async function startRangeServer(pageFolder: string): Promise<RangeServer> {
  const files = new Map<string, Uint8Array | MadeFile>()
  const requests: { name: string; start: number; end: number }[] = []
  let breakAfter = Infinity
  let stallAfter = Infinity
  let givenUp = 0
  let status: number | undefined
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const name = path.startsWith('/files/') ? path.slice('/files/'.length) : undefined
    if (name === undefined) return void sendPage(pageFolder, path, response)
    const bytes = files.get(name)
    if (!bytes || status !== undefined) return void response.writeHead(bytes ? (status ?? 404) : 404).end()
    if (breakAfter === 0) return void response.destroy()
    const range = /^bytes=(\d+)-(\d+)?$/.exec(request.headers.range ?? '')
    const start = Number(range?.[1] ?? 0)
    const end = Math.min(bytes.length, range?.[2] === undefined ? bytes.length : Number(range[2]) + 1)
    requests.push({ name, start, end })
    response.writeHead(range ? 206 : 200, {
      'content-length': end - start,
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
    })
    response.on('close', () => (givenUp += response.writableFinished || breakAfter < Infinity ? 0 : 1))
    if (end - start > stallAfter) response.write(bytes.subarray(start, start + stallAfter))
    else if (end - start <= breakAfter) response.end(bytes.subarray(start, end))
    else response.write(bytes.subarray(start, start + breakAfter), () => response.destroy())
  })
  // As long as the product's.
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    put: (name, bytes) => files.set(name, bytes),
    requests,
    breakAfter: (bytes) => (breakAfter = bytes),
    stallAfter: (bytes) => (stallAfter = bytes),
    givenUp: () => givenUp,
    answerWith: (wanted) => (status = wanted),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function sendPage(folder: string, path: string, response: ServerResponse): Promise<void> {
  if (path === '/favicon.ico') return void response.writeHead(204).end()
  const file = path === '/' ? '/index.html' : path
  try {
    const bytes = path === RECORDER_PATH ? RECORDER_SCRIPT : await readFile(join(folder, file))
    response
      .writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': POLICY,
        ...(file.startsWith('/assets/') && { 'cache-control': 'max-age=31536000, immutable' }),
      })
      .end(bytes)
  } catch {
    response.writeHead(404).end()
  }
}
