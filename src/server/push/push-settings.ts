import { createECDH } from 'node:crypto'
import * as z from 'zod'
import { flag } from '../setting-flag.ts'

const CURVE = 'prime256v1'
const PUBLIC_BYTES = 65
const PRIVATE_BYTES = 32

const group = 'Push' as const

/** Push is offered once the first three are there (RFC 8292). */
export const pushSettings = {
  VAPID_PUBLIC_KEY: {
    group,
    text:
      'Public key of a pair that `npm run -s admin -- push-keys` makes. People are offered push on browsers and ' +
      'phones once all three VAPID settings are set.',
    shape: key(PUBLIC_BYTES).optional(),
  },
  VAPID_PRIVATE_KEY: {
    group,
    text: 'Private key of that pair. After a change of keys, a device gets no push until Roughmix is opened on it.',
    shape: key(PRIVATE_BYTES).optional(),
    secret: true as const,
  },
  VAPID_SUBJECT: {
    group,
    text: 'Contact for push services, such as mailto:admin@example.com or https://mix.example.com.',
    shape: z
      .string()
      .regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'must start with mailto: or https://')
      .optional(),
  },
  PUSH_PRIVATE_ADDRESSES: {
    group,
    text:
      'Allow push services on this machine and its network, also without TLS, if you run your own. If off, the ' +
      'server only calls public addresses on the internet, by https.',
    shape: flag.default(false),
  },
} as const

function key(bytes: number) {
  return z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      'is none that `npm run -s admin -- push-keys` prints',
    )
}

interface PushValues {
  readonly VAPID_PUBLIC_KEY?: string | undefined
  readonly VAPID_PRIVATE_KEY?: string | undefined
  readonly VAPID_SUBJECT?: string | undefined
}

/** What signs pushes; undefined where the server sends none. */
export function vapidOf({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: subject,
}: PushValues): { readonly publicKey: string; readonly privateKey: string; readonly subject: string } | undefined {
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : undefined
}

/** What keeps a server from starting, a line each. */
export function halfPush(values: PushValues): readonly string[] {
  const names = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const
  const [given, missing] = [names.filter((name) => values[name]), names.filter((name) => !values[name])]
  if (given.length > 0 && missing.length > 0) return [`${given[0]}: needs ${missing.join(' and ')} as well`]
  const vapid = vapidOf(values)
  return vapid && !isPair(vapid) ? ['VAPID_PRIVATE_KEY: belongs to another VAPID_PUBLIC_KEY'] : []
}

function isPair({ publicKey, privateKey }: { readonly publicKey: string; readonly privateKey: string }): boolean {
  const curve = createECDH(CURVE)
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  } catch {
    return false
  }
  return curve.getPublicKey().equals(Buffer.from(publicKey, 'base64url'))
}
