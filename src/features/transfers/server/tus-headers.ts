import type { IncomingHttpHeaders } from 'node:http'
import { transferErrors } from '../transfers.contract.ts'

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = 'creation,creation-with-upload,expiration,termination'
export const PART_TYPE = 'application/offset+octet-stream'

/** "The Tus-Resumable header MUST be included in every request and response except for OPTIONS requests." */
export function demandTus(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== TUS_VERSION) throw transferErrors['upload.protocol']()
}

/** A whole number of bytes in a header; undefined where the header is absent. */
export function bytesHeader(
  headers: IncomingHttpHeaders,
  name: 'upload-length' | 'upload-offset' | 'content-length',
): number | undefined {
  const value = headers[name]
  if (value === undefined) return undefined
  const bytes = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(bytes)) throw transferErrors['upload.headers']()
  return bytes
}

/** Whether a request carries bytes of a file. */
export function hasPart(headers: IncomingHttpHeaders): boolean {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() === PART_TYPE
}

/**
 * "The Upload-Metadata request and response header MUST consist of one or more comma-separated key-value pairs. The key
 * and value MUST be separated by a space. The value MUST be Base64 encoded. All keys MUST be unique."
 */
export function parseMetadata(header: string | string[] | undefined): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  if (header === undefined || header === '') return pairs
  if (typeof header !== 'string' || header.length > 64 * 1024) throw transferErrors['upload.headers']()
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ')
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(key) || pairs.has(key) || more.length > 0)
      throw transferErrors['upload.headers']()
    pairs.set(key, decoded(value))
  }
  return pairs
}

export function formatMetadata(pairs: Readonly<Record<string, string | null>>): string {
  return Object.entries(pairs)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => `${key} ${Buffer.from(value ?? '').toString('base64')}`)
    .join(',')
}

function decoded(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw transferErrors['upload.headers']()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw transferErrors['upload.headers']()
  }
}

/** The SHA-256 of a Repr-Digest header in hexadecimal, where it has one (RFC 9530). */
export function claimedSha256(headers: IncomingHttpHeaders): string | null {
  const header = headers['repr-digest']
  if (typeof header !== 'string') return null
  for (const member of header.split(',')) {
    const match = /^\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*$/.exec(member)
    if (match?.[1]) return Buffer.from(match[1], 'base64').toString('hex')
    if (/^\s*sha-256\b/.test(member)) throw transferErrors['upload.headers']()
  }
  return null
}

export function reprDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`
}
