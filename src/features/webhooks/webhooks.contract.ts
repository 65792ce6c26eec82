import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, page, Paging, words } from '#shared/shapes.ts'
import { type WebhookEvent, webhookEvents } from './webhook-events.ts'

export const offReasons = ['person', 'failing', 'gone', 'rights', 'secret'] as const
/**
 * Who or what switched it off: a user; a day without success; an answer 410; its creator lost the right to manage it;
 * the server's secret changed.
 */
export type OffReason = (typeof offReasons)[number]

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    label: z.string(),
    events: z.array(z.enum(webhookEvents)),
    /** The person it acts for: it sends nothing that they may not see. */
    createdBy: z.object({ id: Id, name: z.string() }).nullable(),
    createdAt: InstantMs,
    state: z.enum(['on', 'failing', 'off']),
    offReason: z.enum(offReasons).nullable(),
    failingSince: InstantMs.nullable(),
    /** While it fails: the time of the next attempt. */
    restingUntil: InstantMs.nullable(),
    lastSuccessAt: InstantMs.nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const deliveryTroubles = [
  'address',
  'name',
  'connection',
  'certificate',
  'timeout',
  'answer',
  'status',
  'off',
  'stopped',
] as const
export type DeliveryTrouble = (typeof deliveryTroubles)[number]

export const WebhookDelivery = z
  .object({
    /** The receiver gets it as `webhook-id`. */
    id: Id,
    event: z.string(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.number(),
    /** Of the last attempt. */
    status: z.number().nullable(),
    trouble: z.enum(deliveryTroubles).nullable(),
    /** The first kilobyte of the response. */
    answer: z.string().nullable(),
    durationMs: z.number().nullable(),
    /** The exact bytes that are sent. */
    payload: z.string(),
    createdAt: InstantMs,
    triedAt: InstantMs.nullable(),
    nextAt: InstantMs.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const Events = z
  .array(z.enum(webhookEvents as readonly [WebhookEvent, ...WebhookEvent[]]))
  .min(1)
  .max(webhookEvents.length)
const fields = { url: z.string().min(1).max(2000), events: Events, label: words(200).trim() }
export const NewWebhook = z.object({ ...fields, label: fields.label.default('') })
export const WebhookChange = z.object({ ...fields, on: z.boolean() }).partial()

const WithSecret = z.object({ webhook: Webhook, secret: z.string() })
const List = z.object({ items: z.array(Webhook), nextCursor: z.null() })

const ofProject = '/api/projects/:projectId/webhooks' as const
const ofOrganization = '/api/organizations/:organizationId/webhooks' as const

// Routes that answer a secret open their own transactions, without an idempotent answer, because storing one would
// store the secret.
export const webhookRoutes = contract({
  [`GET ${ofProject}` as const]: {
    access: 'webhook.manage',
    summary: 'Webhooks of the project, the newest first',
    answer: List,
  },
  [`POST ${ofProject}` as const]: {
    access: 'webhook.manage',
    ownTransactions: true,
    audit: 'webhook.made',
    summary: 'Make a webhook; its secret is only in this answer',
    body: NewWebhook,
    answer: WithSecret,
  },
  [`PATCH ${ofProject}/:webhookId` as const]: {
    access: 'webhook.manage',
    audit: 'webhook.changed',
    summary: 'Change a webhook’s URL or events; switch it off, or on in the caller’s name',
    body: WebhookChange,
    answer: Webhook,
  },
  [`DELETE ${ofProject}/:webhookId` as const]: {
    access: 'webhook.manage',
    audit: 'webhook.deleted',
    summary: 'Delete a webhook and its deliveries',
    answer: Done,
  },
  [`POST ${ofProject}/:webhookId/rotate` as const]: {
    access: 'webhook.manage',
    ownTransactions: true,
    audit: 'webhook.rotated',
    summary: 'Make a new secret; for a day the old one signs too',
    answer: WithSecret,
  },
  [`POST ${ofProject}/:webhookId/test` as const]: {
    access: 'webhook.manage',
    summary: 'Send webhook.test once',
    answer: WebhookDelivery,
  },
  [`GET ${ofProject}/:webhookId/deliveries` as const]: {
    access: 'webhook.manage',
    summary: 'Deliveries of the last 30 days with their answers, the newest first',
    query: Paging,
    answer: page(WebhookDelivery),
  },
  [`POST ${ofProject}/:webhookId/deliveries/:deliveryId/again` as const]: {
    access: 'webhook.manage',
    summary: 'Send a delivery again, under the same id',
    answer: WebhookDelivery,
  },

  [`GET ${ofOrganization}` as const]: {
    access: 'signed-in',
    tokens: [],
    summary: 'Webhooks for all projects of an organization, for its owners and admins',
    answer: List,
  },
  [`POST ${ofOrganization}` as const]: {
    access: 'signed-in',
    tokens: [],
    ownTransactions: true,
    audit: 'webhook.made',
    summary: 'Make a webhook; its secret is only in this answer',
    body: NewWebhook,
    answer: WithSecret,
  },
  [`PATCH ${ofOrganization}/:webhookId` as const]: {
    access: 'signed-in',
    tokens: [],
    audit: 'webhook.changed',
    summary: 'Change a webhook’s URL or events; switch it off, or on in the caller’s name',
    body: WebhookChange,
    answer: Webhook,
  },
  [`DELETE ${ofOrganization}/:webhookId` as const]: {
    access: 'signed-in',
    tokens: [],
    audit: 'webhook.deleted',
    summary: 'Delete a webhook and its deliveries',
    answer: Done,
  },
  [`POST ${ofOrganization}/:webhookId/rotate` as const]: {
    access: 'signed-in',
    tokens: [],
    ownTransactions: true,
    audit: 'webhook.rotated',
    summary: 'Make a new secret; for a day the old one signs too',
    answer: WithSecret,
  },
  [`POST ${ofOrganization}/:webhookId/test` as const]: {
    access: 'signed-in',
    tokens: [],
    summary: 'Send webhook.test once',
    answer: WebhookDelivery,
  },
  [`GET ${ofOrganization}/:webhookId/deliveries` as const]: {
    access: 'signed-in',
    tokens: [],
    summary: 'Deliveries of the last 30 days with their answers, the newest first',
    query: Paging,
    answer: page(WebhookDelivery),
  },
  [`POST ${ofOrganization}/:webhookId/deliveries/:deliveryId/again` as const]: {
    access: 'signed-in',
    tokens: [],
    summary: 'Send a delivery again, under the same id',
    answer: WebhookDelivery,
  },
})

export const webhookErrors = refusals({
  'webhook.address': [
    400,
    'This server calls only http and https addresses on the internet, without a name and password in them.',
  ],
  'webhook.too_many': [409, 'There are too many webhooks here. Delete one that is no longer used.'],
  'webhook.off': [409, 'This webhook is turned off. Turn it on first.'],
  'webhook.waiting': [409, 'This delivery is already on its way.'],
  'webhook.too_soon': [429, 'Too many tests. Try again in a minute.'],
})
