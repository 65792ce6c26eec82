import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { authSecret } from '#server/auth/mail/secret.ts'
import type { Config } from '#server/config.ts'
import { notificationKinds } from '../notification-kinds.ts'

/** Which mails a link stops: of one kind, about one project, or the daily ones. */
export const MailScope = z.union([
  z.object({ kind: z.enum(notificationKinds) }),
  z.object({ projectId: z.string() }),
  z.object({ digest: z.literal(true) }),
])
export type MailScope = z.infer<typeof MailScope>

const Sealed = z.object({ userId: z.string(), scope: MailScope })

const CIPHER = 'aes-256-gcm'
const IV = 12
const TAG = 16

/**
 * A link's proof: sealed with the server's secret, so that nobody else can make one, and nobody who finds it reads
 * whose it is. It never expires: a mail may be years old when somebody has had enough.
 */
export function sealUnsubscribe(config: Config, userId: string, scope: MailScope): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv(CIPHER, keyOf(config), iv)
  const words = Buffer.concat([cipher.update(JSON.stringify({ userId, scope }), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), words]).toString('base64url')
}

/** Undefined for whatever this server did not seal. */
export function openUnsubscribe(config: Config, token: string): z.infer<typeof Sealed> | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= IV + TAG) return undefined
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(config), bytes.subarray(0, IV), { authTagLength: TAG }).setAuthTag(
      bytes.subarray(IV, IV + TAG),
    )
    const words = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()])
    return Sealed.safeParse(JSON.parse(words.toString('utf8'))).data
  } catch {
    return undefined
  }
}

function keyOf({ AUTH_SECRET, DATA_DIR }: Config): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret(AUTH_SECRET, DATA_DIR), '', 'roughmix unsubscribe', 32))
}
