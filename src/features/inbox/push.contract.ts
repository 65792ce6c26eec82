import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, page } from '#shared/shapes.ts'

const MOST_LETTERS = 1000

/** What a browser answers to `pushManager.subscribe` (RFC 8291). */
export const PushAddress = z.object({
  endpoint: z.url().max(MOST_LETTERS),
  /** 65 and 16 bytes in base64url. */
  keys: z.object({ p256dh: z.string().regex(/^[\w-]{87}=?$/), auth: z.string().regex(/^[\w-]{22}(==)?$/) }),
})
export type PushAddress = z.infer<typeof PushAddress>

/** A browser that shows what is pushed to it, until its session ends. */
export const PushDevice = z
  .object({
    id: Id,
    userAgent: z.string().nullable(),
    /** The browser that asks. */
    current: z.boolean(),
    createdAt: InstantMs,
    /** When a push service last took something for it. */
    lastUsedAt: InstantMs.nullable(),
    /** Since when nothing gets through to it. */
    failedAt: InstantMs.nullable(),
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.infer<typeof PushDevice>

/** `publicKey` is what `pushManager.subscribe` needs; null where the server sends none. */
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
  'push.off': [409, 'This server sends no pushes. Its admin can switch them on.'],
  'push.address': [400, 'This server calls push services only by https and on the internet.'],
  'push.no_session': [403, 'Push is for browsers that somebody has signed in with.'],
})
