import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { UPLOAD_PART_BYTES } from '#features/transfers/transfers.policy.ts'
import type { Seconds } from '#shared/units.ts'
import type { UploaderPlan } from './load-plan.ts'

export interface Uploading {
  readonly seconds: Seconds[]
  bytes: number
  failed: number
}

const CHUNK_BYTES = 64 * 1024
/** An offset among the samples, after any header, for a stamp that makes every bounce unique. */
const STAMP_AT = 4096

/** Sends its bounces in sequence, limited to the network's rate. */
export async function uploadAll(
  { by, url, cookie, times, bytesPerSecond }: UploaderPlan,
  song: Buffer,
  name: string,
): Promise<Uploading> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen: Uploading = { seconds: [], bytes: 0, failed: 0 }
  const line = (body: Buffer) => ({ agent, cookie, bytesPerSecond, body })
  let trackId: string | undefined
  for (let n = 0; n < times; n++) {
    const file = Buffer.from(song)
    file.write(`${name}.${n}`.padEnd(24), STAMP_AT)
    const startedAt = performance.now()
    try {
      if (by === 'put') await send(`${url}/${name}-${n}.wav`, 'PUT', {}, line(file))
      else trackId = await sendByTus(url, { file, fileName: `${name}.wav`, trackId }, line)
      seen.seconds.push((performance.now() - startedAt) / 1000)
      seen.bytes += file.byteLength
    } catch (error) {
      if (seen.failed++ === 0) console.error(String(error))
    }
  }
  agent.destroy()
  return seen
}

interface Bounce {
  readonly file: Buffer
  readonly fileName: string
  readonly trackId: string | undefined
}

/** Like the page: creates the upload and sends parts, the last with the digest that completes it. Returns the track. */
async function sendByTus(
  url: string,
  { file, fileName, trackId }: Bounce,
  line: (body: Buffer) => Line,
): Promise<string> {
  const sha256 = createHash('sha256').update(file).digest('base64')
  const metadata = { filename: fileName, ...(trackId === undefined ? { trackTitle: fileName } : { trackId }) }
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await send(
    url,
    'POST',
    {
      ...tus,
      'upload-length': String(file.byteLength),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${btoa(value)}`)
        .join(','),
    },
    line(Buffer.alloc(0)),
  )
  const place = new URL(begun.headers.location ?? '', url).href
  for (let offset = 0; ; offset += UPLOAD_PART_BYTES) {
    const part = file.subarray(offset, offset + UPLOAD_PART_BYTES)
    const isLast = offset + part.byteLength === file.byteLength
    const answer = await send(
      place,
      'PATCH',
      {
        ...tus,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...(isLast && { 'repr-digest': `sha-256=:${sha256}:` }),
      },
      line(part),
    )
    if (isLast) return String(answer.headers['roughmix-track-id'])
  }
}

interface Line {
  readonly agent: Agent
  readonly cookie: string
  readonly bytesPerSecond: number
  readonly body: Buffer
}

/** One request, with its body limited to the network's rate. */
async function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  { agent, cookie, bytesPerSecond, body }: Line,
): Promise<IncomingMessage> {
  const { origin } = new URL(url)
  const sending = request(url, {
    method,
    agent,
    headers: { ...headers, cookie, origin, 'content-length': body.byteLength },
  })
  const answered: Promise<IncomingMessage> = new Promise((resolve, reject) =>
    sending.once('response', resolve).once('error', reject),
  )
  answered.catch(() => undefined)
  const startedAt = performance.now()
  for (let sent = 0; sent < body.byteLength && !sending.destroyed; sent += CHUNK_BYTES) {
    const early = (sent / bytesPerSecond) * 1000 - (performance.now() - startedAt)
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    if (!sending.write(body.subarray(sent, sent + CHUNK_BYTES))) await Promise.race([once(sending, 'drain'), answered])
  }
  sending.end()
  const answer = await answered
  answer.resume()
  await once(answer, 'end')
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${method} answered ${answer.statusCode}`)
  return answer
}
