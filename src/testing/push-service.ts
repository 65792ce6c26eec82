import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import webPush from 'web-push'

export interface ReceivedPush {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A push service: records requests, and answers as configured. */
export async function pushService() {
  const received: ReceivedPush[] = []
  let status = 201
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answers(next: number) {
      status = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * The output of `npm run -s admin -- push-keys`. Node's own ECDH keys may be too short, because they lose leading
 * zeros.
 */
export function vapidSettings() {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: 'mailto:admin@example.com' }
}

/** A browser's side of a subscription, with its private keys. */
export function pushBrowser(endpoint: string) {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const auth = randomBytes(16)
  const publicKey = curve.getPublicKey()
  return {
    address: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } },
    /** Decrypts according to RFC 8291 and RFC 8188, without our code. */
    read(body: Buffer): { title: string; body: string; path: string; tag: string } {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + keyLength)
      const shared = curve.computeSecret(sender)
      const key = hkdf(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]), 32)
      const decipher = createDecipheriv(
        'aes-128-gcm',
        hkdf(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
        hkdf(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
      )
      const sealed = body.subarray(21 + keyLength)
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
    },
  }
}

/** Checks the sender like a push service (RFC 8292): returns the claims, or undefined if the signature is wrong. */
export function vapidClaims(
  authorization: string | undefined,
): { aud: string; sub: string; exp: number; key: string } | undefined {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isRight ? { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key } : undefined
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
