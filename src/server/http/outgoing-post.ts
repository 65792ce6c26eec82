import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Milliseconds } from '#shared/units.ts'
import { isPublicAddress } from './public-address.ts'

export interface OutgoingPost {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Whether private addresses may be called, as the server's admin configured it. */
  readonly allowPrivate: boolean
  /** For the whole call: name resolution, connection and answer. */
  readonly limitMs: Milliseconds
  /** How much of the answer is read; the rest is discarded. */
  readonly keepBytes: number
  readonly signal?: AbortSignal
  /** Replaces the system's name resolution, for tests. */
  readonly resolve?: Resolve
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface OutgoingAnswer {
  readonly status: number
  readonly text: string
}

/** Why there was no answer. `address`: it may not be called. `name`: it does not resolve. */
export type OutgoingTrouble = 'address' | 'name' | 'connection' | 'certificate' | 'timeout' | 'answer'

export class OutgoingFailure extends Error {
  readonly trouble: OutgoingTrouble
  constructor(trouble: OutgoingTrouble, detail: string) {
    super(detail)
    this.trouble = trouble
  }
}

/** Whether a URL may be called, judging by its text alone: the name's addresses are checked when it is called. */
export function isCallable(url: URL, allowPrivate: boolean): boolean {
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return false
  const host = bare(url.hostname)
  return (
    allowPrivate ||
    (isIP(host) ? isPublicAddress(host) : !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host))
  )
}

/**
 * Sends a POST to a URL that a user typed. The name is resolved once, and the resolved address is both checked and
 * connected to, so a name that resolves differently a second time (DNS rebinding) cannot get around the check.
 * Redirects are not followed; they are returned as answers.
 */
export async function postOut({
  url,
  headers,
  body,
  allowPrivate,
  limitMs,
  keepBytes,
  signal,
  resolve = lookup,
}: OutgoingPost): Promise<OutgoingAnswer> {
  if (!isCallable(url, allowPrivate)) throw new OutgoingFailure('address', 'This address is not allowed.')
  const limit = AbortSignal.timeout(limitMs)
  const send = url.protocol === 'https:' ? overHttps : overHttp
  try {
    return await new Promise((settle, reject) => {
      // Its own agent, so that no existing connection to an unchecked address is reused.
      const request = send(
        url,
        {
          method: 'POST',
          agent: false,
          lookup: judgedLookup(resolve, allowPrivate),
          signal: signal ? AbortSignal.any([limit, signal]) : limit,
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
        },
        (answer) => {
          readAnswer(answer, keepBytes).then(settle, reject)
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.aborted) throw new OutgoingFailure('timeout', `No answer within ${limitMs / 1000} s.`)
    throw asFailure(error)
  }
}

/** One private address among several refuses the name: only an attacker would publish such a mix. */
function judgedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      const isRefused = !allowPrivate && addresses.some(({ address }) => !isPublicAddress(address))
      if (!first || isRefused)
        return callback(
          new OutgoingFailure('address', 'This host name leads to an address that is not allowed.'),
          '',
          0,
        )
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

async function readAnswer(answer: IncomingMessage, keepBytes: number): Promise<OutgoingAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= keepBytes) break
  }
  answer.destroy()
  // oxlint-disable-next-line no-control-regex
  const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
  const text = Buffer.concat(chunks).subarray(0, keepBytes).toString('utf8').replace(unseen, '')
  return { status: answer.statusCode ?? 0, text }
}

function asFailure(error: unknown): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const detail = error instanceof Error ? error.message : String(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return new OutgoingFailure('name', 'This host name could not be found.')
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME/i.test(code)) return new OutgoingFailure('certificate', detail)
  if (code.startsWith('HPE_')) return new OutgoingFailure('answer', 'The answer was not HTTP.')
  return new OutgoingFailure('connection', detail)
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
