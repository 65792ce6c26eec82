import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import { giveBack, waitFor } from '#server/auth/limits/limits.ts'
import { guessCounters, mailCounters } from '#server/auth/limits/try-counters.ts'
import { clientGroup } from '#server/auth/limits/address-limits.ts'
import { shareCodeMail } from '#server/mail/mail-texts.ts'
import { queueMail } from '#server/mail/mail.jobs.ts'
import { change, type ServerScope, type VisitorScope } from '#server/scope.ts'
import { MINUTE_MS } from '#shared/units.ts'
import type { ShareDoor } from '../shares.contract.ts'
import { addressesOf } from './share-reach.ts'
import { codeHash, hashOf } from './share-tokens.ts'
import type { ShareTable } from './shares.tables.ts'

const LIFE_MS = 10 * MINUTE_MS
/** Of one code: with six digits, right by chance once in 200 000 mails. */
const MOST_TRIES = 5

export interface CodeRequest {
  readonly share: Selectable<ShareTable> & { readonly by_name: string | null }
  /** The hash of the browser's key or of the account: a code works only for whoever asked for it. */
  readonly key: string
  /** The network address. */
  readonly from: string
  readonly address: string | undefined
  readonly code: string | undefined
}

/**
 * Undefined once the code is right. Every address gets the same answers, listed or not, and the same limits; only the
 * mail is sent to listed ones alone. Guesses are counted as for passwords, mails as for sign-in links.
 */
export async function codeRefusal(scope: VisitorScope, asked: CodeRequest): Promise<ShareDoor | undefined> {
  const { db, config, now } = scope
  if (asked.code === undefined && asked.address === undefined) return { state: 'address' }
  const pace = {
    key: `share-code-from:${clientGroup(asked.from)}`,
    max: config.SIGN_IN_RATE_LIMIT,
    windowMs: MINUTE_MS,
  }
  const seconds = await waitFor(db, pace.max === 0 ? [] : [pace], now())
  if (seconds !== undefined) return { state: 'wait', seconds }
  return asked.code === undefined
    ? sendCode(scope, { ...asked, address: asked.address ?? '' })
    : tryCode(scope, { ...asked, code: asked.code })
}

async function sendCode(
  scope: VisitorScope,
  { share, key, from, address }: CodeRequest & { readonly address: string },
): Promise<ShareDoor> {
  const { db, config, now } = scope
  const to = address.toLowerCase()
  const mails = mailCounters({
    kind: 'share-code',
    to,
    max: config.ACCOUNT_RATE_LIMIT,
    standing: undefined,
    address: from,
  })
  const seconds = await waitFor(db, mails, now())
  if (seconds !== undefined) return { state: 'wait', seconds }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    address_hash: hashOf(to),
    code_hash: codeHash(config, { shareId: share.id, key, code }),
    tries: 0,
    expires_at: now() + LIFE_MS,
  }
  await change(scope, async (tx) => {
    await tx.db
      .insertInto('share_codes')
      .values({ share_id: share.id, key_hash: key, ...row })
      .onConflict((c) => c.columns(['share_id', 'key_hash']).doUpdateSet(row))
      .execute()
    if (addressesOf(share).includes(to)) await queueMail(tx, shareCodeMail({ to, by: share.by_name, code }))
  })
  return { state: 'code' }
}

async function tryCode(
  { db, config, now }: VisitorScope,
  { share, key, from, code }: CodeRequest & { readonly code: string },
): Promise<ShareDoor | undefined> {
  const guesses = guessCounters({
    subject: `share-code:${share.id}`,
    max: config.ACCOUNT_RATE_LIMIT,
    standing: undefined,
    address: from,
    // As of passwords.
    wide: 3,
  })
  const seconds = await waitFor(db, guesses, now())
  if (seconds !== undefined) return { state: 'wait', seconds }
  // Counted before it is compared, so that tries at the same time do not share one count.
  const tried = await db
    .updateTable('share_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('share_id', '=', share.id)
    .where('key_hash', '=', key)
    .where('expires_at', '>', now())
    .where('tries', '<', MOST_TRIES)
    .returning(['code_hash', 'address_hash'])
    .executeTakeFirst()
  const isRight =
    tried?.code_hash === codeHash(config, { shareId: share.id, key, code }) &&
    addressesOf(share).some((address) => hashOf(address) === tried.address_hash)
  if (!isRight) return { state: 'wrong-code' }
  await db.deleteFrom('share_codes').where('share_id', '=', share.id).where('key_hash', '=', key).execute()
  await giveBack(db, guesses)
  return undefined
}

export async function forgetOldCodes({ db, now }: ServerScope): Promise<void> {
  await db.deleteFrom('share_codes').where('expires_at', '<=', now()).execute()
}
