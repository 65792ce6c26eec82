import { createServer, request, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { RECORDER_SCRIPT } from '../capture.ts'

/** Stands before the product: adds the recorder to its addresses, and can be as good as away. */
export interface RecorderProxy {
  readonly url: string
  leadTo(port: number): void
  /** Breaks every connection and takes no new one until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/**
 * Where the page's own origin serves `RECORDER_SCRIPT`: its content policy takes no blob, and not every engine can be
 * told to leave that out.
 */
export const RECORDER_PATH = '/sound-recorder.js'

export async function openRecorderProxy(): Promise<RecorderProxy> {
  const sockets = new Set<Socket>()
  let port = 0
  let isCut = false
  const server = createServer((asked, answer) => {
    if (asked.url === RECORDER_PATH)
      return void answer
        .writeHead(200, { 'content-type': 'text/javascript', 'cross-origin-resource-policy': 'same-origin' })
        .end(RECORDER_SCRIPT)
    const onward = request(
      { port, host: 'localhost', path: asked.url, method: asked.method, headers: asked.headers, agent: false },
      (told) => {
        answer.writeHead(told.statusCode ?? 502, told.headers)
        told.pipe(answer)
        told.on('error', () => answer.destroy())
      },
    )
    onward.on('error', () => refuse(answer))
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  server.on('connection', (socket) => {
    if (isCut) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  server.on('upgrade', (asked, near, head) => {
    const far = connect(port, 'localhost', () => {
      const headers = Array.from(
        { length: asked.rawHeaders.length / 2 },
        (_, i) => `${asked.rawHeaders[2 * i]}: ${asked.rawHeaders[2 * i + 1]}`,
      )
      far.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      far.write(head)
      far.pipe(near).pipe(far)
    })
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const breakAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    // A TCP server has an address, not a path, once it listens.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (next) => void (port = next),
    cut() {
      isCut = true
      breakAll()
    },
    mend: () => void (isCut = false),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        breakAll()
      }),
  }
}

function refuse(answer: ServerResponse): void {
  if (answer.headersSent) answer.destroy()
  else answer.writeHead(502).end()
}
