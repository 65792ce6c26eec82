import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedHook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly type: string
}

/** A webhook receiver: records requests, and answers as configured. */
export async function hookReceiver() {
  const received: ReceivedHook[] = []
  let answer: { readonly status: number; readonly text?: string; readonly headers?: Readonly<Record<string, string>> } =
    { status: 204 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body, type: (JSON.parse(body) as { type: string }).type })
      response.writeHead(answer.status, answer.headers).end(answer.text)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers(status: number, text?: string, headers?: Readonly<Record<string, string>>) {
      answer = { status, ...(text !== undefined && { text }), ...(headers && { headers }) }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Checks the signature as a receiver would, from the specification and without our code. */
export function isSigned({ headers, body }: ReceivedHook, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const right = `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(signed)
    .digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(right)
}
