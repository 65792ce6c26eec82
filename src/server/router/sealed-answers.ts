import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { authSecret } from '../auth/mail/secret.ts'
import type { Config } from '../config.ts'

/** Whose answer it is, and the key it is kept under. */
interface AnswerPlace {
  readonly actorId: string
  readonly key: string
}

const CIPHER = 'aes-256-gcm'
const IV = 12
const TAG = 16
const MARKED = 'hmac:'
/** No JSON begins so. */
const SEALED = 'aes:'

interface Keys {
  readonly mark: Buffer
  readonly seal: Buffer
}

const known = new WeakMap<Config, Keys>()

/**
 * By what a request is known again. Requests carry links’ passwords: whoever has a copy of the database must not be
 * able to try some.
 */
export function requestMark(config: Config, request: string): string {
  return MARKED + createHmac('sha256', keysOf(config).mark).update(request).digest('base64url')
}

/** As older versions kept it, whose answers live on for two days after an upgrade. */
export function isOldMark(mark: string, request: string): boolean {
  return mark === createHash('sha256').update(request).digest('hex')
}

/** Answers carry addresses that open something, as those of share links. */
export function sealAnswer(config: Config, place: AnswerPlace, answer: unknown): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv(CIPHER, keysOf(config).seal, iv).setAAD(placeBytes(place))
  const words = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()])
  return SEALED + Buffer.concat([iv, cipher.getAuthTag(), words]).toString('base64url')
}

/** Throws where it was sealed for another place or by another server. */
export function openAnswer(config: Config, place: AnswerPlace, kept: string): unknown {
  if (!kept.startsWith(SEALED)) return JSON.parse(kept)
  const bytes = Buffer.from(kept.slice(SEALED.length), 'base64url')
  const decipher = createDecipheriv(CIPHER, keysOf(config).seal, bytes.subarray(0, IV), { authTagLength: TAG })
    .setAAD(placeBytes(place))
    .setAuthTag(bytes.subarray(IV, IV + TAG))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8'))
}

function placeBytes({ actorId, key }: AnswerPlace): Buffer {
  return Buffer.from(`${actorId}\n${key}`)
}

function keysOf(config: Config): Keys {
  const keys = known.get(config) ?? derived(authSecret(config.AUTH_SECRET, config.DATA_DIR))
  known.set(config, keys)
  return keys
}

function derived(secret: string): Keys {
  const key = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `roughmix answers: ${use}`, 32))
  return { mark: key('requests'), seal: key('bodies') }
}
