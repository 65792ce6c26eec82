import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, page } from '#shared/shapes.ts'

const MOST_LETTERS = 1000

/** The result of `pushManager.subscribe` (RFC 8291). */
export const PushAddress = z.object({
  endpoint: z.url().max(MOST_LETTERS),
  /** 65 and 16 bytes in base64url. */
  keys: z.object({ p256dh: z.string().regex(/^[\w-]{87}=?$/), auth: z.string().regex(/^[\w-]{22}(==)?$/) }),
})
export type PushAddress = z.infer<typeof PushAddress>

/** A browser that receives pushes until its session ends. */
export const PushDevice = z
  .object({
    id: Id,
    userAgent: z.string().nullable(),
    /** The requesting browser. */
    current: z.boolean(),
    createdAt: InstantMs,
    /** When a push service last accepted a push for it. */
    lastUsedAt: InstantMs.nullable(),
    /** When pushes started to fail. */
    failedAt: InstantMs.nullable(),
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.infer<typeof PushDevice>

/** `publicKey` is the argument for `pushManager.subscribe`; null if push is not configured. */
export const PushFacts = page(PushDevice).extend({ publicKey: z.string().nullable() }).meta({ id: 'PushFacts' })
export type PushFacts = z.infer<typeof PushFacts>

export const pushRoutes = contract({
  'GET /api/push': {
    access: 'signed-in',
    tokens: [],
    summary: 'The caller’s browsers that show pushes',
    answer: PushFacts,
  },
  'PUT /api/push/device': {
    access: 'signed-in',
    tokens: [],
    summary: 'Push to the browser of this session, in place of its earlier subscription',
    body: PushAddress,
    example: {
      endpoint: 'https://push.example.com/send/nora',
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    },
    answer: PushDevice,
  },
  'DELETE /api/push/devices/:deviceId': {
    access: 'signed-in',
    tokens: [],
    summary: 'Stop pushing to one of the caller’s browsers',
    answer: Done,
  },
  'POST /api/push/devices/:deviceId/test': {
    access: 'signed-in',
    tokens: [],
    summary: 'Push a test to one of the caller’s browsers; at most one in five seconds',
    answer: Done,
  },
})

export const pushErrors = refusals({
  'push.off': [409, 'This server does not send push notifications. Its admin can turn them on.'],
  'push.address': [400, 'This server only reaches push services over HTTPS on the internet.'],
  'push.no_session': [403, 'Sign in with this browser to get push notifications.'],
})
