import { request as overHttp, Agent as HttpAgent } from 'node:http'
import { request as overHttps, Agent as HttpsAgent } from 'node:https'

/** @typedef {import('./server.js').Server} Server */

/**
 * @typedef {object} TusAnswer
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} body
 */

/**
 * @typedef {object} TusCall
 * @property {'POST' | 'HEAD' | 'PATCH'} method
 * @property {string} path
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {Buffer} [part]
 * @property {(bytes: number) => void} [onSent]
 * @property {number} [silentMs] How long nothing may happen on the line.
 */

const SLICE_BYTES = 256 * 1024
const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }

/**
 * One request of tus 1.0. Not with `fetch`, which does not report upload progress. Rejects if there is no answer.
 * @param {Server} server
 * @param {TusCall} call
 * @returns {Promise<TusAnswer>}
 */
export function tusCall(server, { method, path, headers = {}, part, onSent = () => undefined, silentMs = 60_000 }) {
  const url = new URL(path, server.url)
  const isSafe = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isSafe ? overHttps : overHttp)(
      url,
      {
        method,
        agent: agents[isSafe ? 'https:' : 'http:'],
        timeout: silentMs,
        headers: {
          ...server.headers,
          'tus-resumable': '1.0.0',
          ...(part
            ? { 'content-type': 'application/offset+octet-stream', 'content-length': String(part.length) }
            : { 'content-length': '0' }),
          ...headers,
        },
      },
      (answer) => {
        /** @type {Buffer[]} */
        const chunks = []
        answer.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
        )
      },
    )
    request.on('timeout', () => request.destroy(new Error('nothing was heard for too long')))
    request.on('error', reject)
    if (part) write(request, part, onSent)
    else request.end()
  })
}

/**
 * @param {import('node:http').ClientRequest} request
 * @param {Buffer} part
 * @param {(bytes: number) => void} onSent
 */
function write(request, part, onSent) {
  let at = 0
  const next = () => {
    while (at < part.length && !request.destroyed) {
      const slice = part.subarray(at, at + SLICE_BYTES)
      at += slice.length
      onSent(at)
      if (!request.write(slice)) return void request.once('drain', next)
    }
    if (!request.destroyed) request.end()
  }
  next()
}
