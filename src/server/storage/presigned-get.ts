import { createHash, createHmac, type BinaryLike } from 'node:crypto'
import type { Instant, Milliseconds } from '#shared/units.ts'

/** What the store is to say with the bytes. */
export interface PublicAnswer {
  readonly contentType: string
  readonly contentDisposition?: string
  readonly cacheControl: string
}

/** An address at which anybody reads that key for a short while. */
export type Presign = (key: string, answer: PublicAnswer) => string

export interface PresignParts {
  /** The store as browsers reach it; the bucket is the first part of the path. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly now: () => Instant
}

/**
 * Addresses of one such span are alike, so that the browser finds again what it keeps; each works for one to two of
 * them.
 */
export const PRESIGNED_SPAN_MS: Milliseconds = 5 * 60_000

/**
 * Signature version 4 in the query, for GET alone. The SDK’s own takes forty times as long, and a player asks often.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function presigner({ endpoint, bucket, region, accessKeyId, secretAccessKey, now }: PresignParts): Presign {
  const store = new URL(endpoint)
  return (key, { contentType, contentDisposition, cacheControl }) => {
    const at = now()
    const time = new Date(at - (at % PRESIGNED_SPAN_MS)).toISOString().replace(/[-:]|\.\d+/g, '')
    const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
    const path = [store.pathname.replace(/\/+$/, ''), ...[bucket, ...key.split('/')].map(encoded)].join('/')
    const query = Object.entries({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': [accessKeyId, ...scope].join('/'),
      'X-Amz-Date': time,
      'X-Amz-Expires': String((2 * PRESIGNED_SPAN_MS) / 1000),
      'X-Amz-SignedHeaders': 'host',
      'response-cache-control': cacheControl,
      ...(contentDisposition !== undefined && { 'response-content-disposition': contentDisposition }),
      'response-content-type': contentType,
    })
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&')
    const request = ['GET', path, query, `host:${store.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
    const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(request).digest('hex')].join(
      '\n',
    )
    const signingKey = scope.reduce<BinaryLike>((secret, word) => hmac(secret, word), `AWS4${secretAccessKey}`)
    return `${store.origin}${path}?${query}&X-Amz-Signature=${hmac(signingKey, toSign).toString('hex')}`
  }
}

function hmac(secret: BinaryLike, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

/** As RFC 3986 has it: encodeURIComponent leaves five signs that the signature wants encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
