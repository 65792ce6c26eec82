import { createHash, createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { authSecret } from '#server/auth/mail/secret.ts'
import type { Config } from '#server/config.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { WebhookTable } from './webhooks.tables.ts'

type Keyed = Pick<Selectable<WebhookTable>, 'id' | 'generation'>

/** Receivers have this long to take up a new secret. */
const BOTH_SIGN_MS: Milliseconds = 24 * 3600_000

const secrets = new WeakMap<Config, string>()

/** 256 bits, made from the server's own secret and kept nowhere, in the form that receivers' libraries take. */
export function webhookSecret(config: Config, { id, generation }: Keyed): string {
  const own = secrets.get(config) ?? authSecret(config.AUTH_SECRET, config.DATA_DIR)
  secrets.set(config, own)
  return `whsec_${createHmac('sha256', `roughmix-webhooks:${own}`).update(`${id}:${generation}`).digest('base64')}`
}

export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** False once the server's own secret is another than when this one was shown. */
export function canSign(
  config: Config,
  webhook: Pick<Selectable<WebhookTable>, 'id' | 'generation' | 'secret_hash'>,
): boolean {
  return hashOfSecret(webhookSecret(config, webhook)) === webhook.secret_hash
}

/**
 * The headers of one attempt. What is signed is `id.timestamp.body`, with the bytes behind `whsec_`.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  config: Config,
  webhook: Keyed & Pick<Selectable<WebhookTable>, 'rotated_at'>,
  { id, payload, at }: { readonly id: string; readonly payload: string; readonly at: Instant },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(at / 1000)
  const isNew = webhook.rotated_at !== null && webhook.rotated_at + BOTH_SIGN_MS > at
  const keys = [webhook, ...(isNew ? [{ id: webhook.id, generation: webhook.generation - 1 }] : [])].map((keyed) =>
    webhookSecret(config, keyed),
  )
  const signatures = keys.map(
    (key) =>
      `v1,${createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
        .update(`${id}.${timestamp}.${payload}`)
        .digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
