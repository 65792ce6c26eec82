import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/**
 * SHA-256 of a file, in hexadecimal.
 * @param {string} path
 * @param {(bytes: number) => void} [onProgress]
 */
export async function fileDigest(path, onProgress = () => undefined) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk)
    onProgress((bytes += chunk.length))
  }
  return hash.digest('hex')
}

/** The value of a Repr-Digest header (RFC 9530). @param {string} sha256 */
export function reprDigest(sha256) {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`
}
