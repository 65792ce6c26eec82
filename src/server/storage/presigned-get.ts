import { createHash, createHmac, type BinaryLike } from 'node:crypto'
import type { Instant, Milliseconds } from '#shared/units.ts'

/** Headers that the store sends with the bytes. */
export interface PublicAnswer {
  readonly contentType: string
  readonly contentDisposition?: string
  readonly cacheControl: string
}

/** A URL at which anyone can read that key for a short time. */
export type Presign = (key: string, answer: PublicAnswer) => string

export interface PresignParts {
  /** The store's public URL; the bucket is the first path segment. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly now: () => Instant
}

/** URLs within one such span are equal, so that browsers can cache; each is valid for one to two spans. */
export const PRESIGNED_SPAN_MS: Milliseconds = 5 * 60_000

/**
 * Signature version 4 in the query, for GET only. The SDK’s own takes forty times as long, and players request many
 * URLs.
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

/** Percent-encoding of RFC 3986: encodeURIComponent leaves five characters that the signature needs encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
