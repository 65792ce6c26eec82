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

/** Belongs to a project, or to an organization with all its projects: one of the two is null. */
export interface WebhookTable {
  id: string
  project_id: string | null
  organization_id: string | null
  url: string
  label: string
  /** JSON array. */
  events: string
  /** Incremented by each rotation; changes the secret. */
  generation: number
  /** SHA-256 of the secret, which is derived from the server's secret when it signs. */
  secret_hash: string
  /** The previous secret also signs for a while after this. */
  rotated_at: Instant | null
  created_by: string | null
  created_at: Instant
  /** Events count from here: when it was created or switched on again. */
  since: Instant
  /** Consecutive failed attempts. */
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
  /** The event's stream; null for a test. */
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
  /** When attempts began: later than created_at if somebody sent it again. */
  since: Instant
  tried_at: Instant | null
  next_at: Instant | null
}

/** The cursor of a project's stream for webhooks. */
export interface WebhookCursorTable {
  stream_id: string
  seq: number
}
