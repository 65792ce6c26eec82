import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { authSecret } from '../auth/mail/secret.ts'
import type { Config } from '../config.ts'

/** The answer's owner, and the key it is stored under. */
interface AnswerPlace {
  readonly actorId: string
  readonly key: string
}

const CIPHER = 'aes-256-gcm'
const IV = 12
const TAG = 16
const MARKED = 'hmac:'
/** JSON never starts with this. */
const SEALED = 'aes:'

interface Keys {
  readonly mark: Buffer
  readonly seal: Buffer
}

const known = new WeakMap<Config, Keys>()

/**
 * A keyed hash that identifies a repeated request. Requests contain link passwords, which must not be guessable from a
 * copy of the database.
 */
export function requestMark(config: Config, request: string): string {
  return MARKED + createHmac('sha256', keysOf(config).mark).update(request).digest('base64url')
}

/** The format of older versions, whose answers remain for two days after an upgrade. */
export function isOldMark(mark: string, request: string): boolean {
  return mark === createHash('sha256').update(request).digest('hex')
}

/** Encrypts an answer: some contain URLs that grant access, such as share links. */
export function sealAnswer(config: Config, place: AnswerPlace, answer: unknown): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv(CIPHER, keysOf(config).seal, iv).setAAD(placeBytes(place))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()])
  return SEALED + Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

/** Throws if it was sealed for another place or by another server. */
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
