import type { Generated } from 'kysely'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { DeliveryTrouble, OffReason, WebhookDelivery } from '../webhooks.contract.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    webhooks: WebhookTable
    webhook_deliveries: WebhookDeliveryTable
    webhook_cursors: WebhookCursorTable
  }
}

/** Of a project, or of an organization with all its projects: one of the two is null. */
export interface WebhookTable {
  id: string
  project_id: string | null
  organization_id: string | null
  url: string
  label: string
  /** JSON array. */
  events: string
  /** Counts the rotations: each has another secret. */
  generation: number
  /** SHA-256 of the secret, which is made anew from the server's own whenever it signs. */
  secret_hash: string
  /** The secret before signs as well for a while. */
  rotated_at: Instant | null
  created_by: string | null
  created_at: Instant
  /** It hears of what happens from then on: when it was made, or switched on again. */
  since: Instant
  /** Attempts in a row without success. */
  failures: Generated<number>
  failing_since: Instant | null
  resting_until: Instant | null
  last_success_at: Instant | null
  off_at: Instant | null
  off_reason: OffReason | null
}

export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  event: string
  /** Where it came from; null for a test. */
  stream_id: string | null
  seq: number | null
  payload: string
  state: WebhookDelivery['state']
  attempts: number
  status: number | null
  trouble: DeliveryTrouble | null
  answer: string | null
  duration_ms: Milliseconds | null
  created_at: Instant
  /** Since when it is tried: later than created_at where somebody sent it again. */
  since: Instant
  tried_at: Instant | null
  next_at: Instant | null
}

/** How far a project's events have been told. */
export interface WebhookCursorTable {
  stream_id: string
  seq: number
}
