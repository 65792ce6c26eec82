import type { Selectable } from 'kysely'
import { findProjectRights } from '#features/projects/server/projects.queries.ts'
import { clientGroup } from '#server/auth/limits/address-limits.ts'
import { countTry, giveBack, waitFor } from '#server/auth/limits/limits.ts'
import { verifyPassword } from '#server/auth/limits/password-hash.ts'
import { guessCounters } from '#server/auth/limits/try-counters.ts'
import { emit } from '#server/events/events.queries.ts'
import type { Exchange } from '#server/http/http-exchange.ts'
import { clientAddress } from '#server/router/client-address.ts'
import { change, type UserScope, type VisitorScope } from '#server/scope.ts'
import { isLinkLooker } from '#server/static/link-preview.ts'
import { coverSeed } from '#shared/cover-seed.ts'
import { MINUTE_MS } from '#shared/units.ts'
import type { OpenDoor, ShareDoor } from '../shares.contract.ts'
import { giveKey, guestKey } from './guest-cookie.ts'
import { mayOf, shareAddress, stateOf } from './share-reach.ts'
import { hashOf } from './share-tokens.ts'
import { visitorKey } from './share-visits.ts'
import type { GuestTable, ShareTable } from './shares.tables.ts'

/** Attempts with unknown links, per address. */
const MISSES = { max: 60, windowMs: 10 * MINUTE_MS } as const
/** New guests per address; a family or office shares one. */
const NEW_GUESTS = { max: 120, windowMs: 10 * MINUTE_MS } as const

type Share = Selectable<ShareTable> & { readonly by_name: string | null }
type Guest = Selectable<GuestTable>

interface Tried {
  readonly password: string | undefined
  /** The guest who opened this link before, whatever its password was then. */
  readonly before: Guest | undefined
}

/**
 * Opens a share link. All refusals have the same shape and reveal nothing: a link that never existed, one that was
 * revoked or rotated, and one whose project is gone are all `gone`.
 */
export async function openShareLink(
  scope: VisitorScope,
  token: string,
  { password }: { readonly password?: string | undefined },
  exchange: Exchange,
): Promise<ShareDoor> {
  const { db, now, config } = scope
  // A link preview is not a visit, and looks the same for every link.
  if (isLinkLooker(exchange.request.headers['user-agent'])) return { state: 'gone' }
  const address = clientGroup(clientAddress(exchange.request.raw, config.TRUSTED_PROXIES))
  const share = await findShare(scope, token)
  if (!share) {
    // Tokens cannot be guessed, so a valid link works even from an address that has used up its attempts.
    const { allowed, retryAfterSeconds } = await countTry(db, `share-misses:${address}`, MISSES, now())
    return allowed ? { state: 'gone' } : { state: 'wait', seconds: retryAfterSeconds }
  }
  const state = stateOf(share, now())
  if (state !== 'working') return { state: state === 'revoked' ? 'gone' : state }
  const presented = guestKey(config, exchange.request)
  const key = visitorKey(presented, scope.actor)
  const before =
    key === undefined
      ? undefined
      : await db
          .selectFrom('guests')
          .selectAll()
          .where('share_id', '=', share.id)
          .where('key_hash', '=', key)
          .executeTakeFirst()
  if (share.password_hash !== null && before?.epoch !== share.epoch) {
    const refusal = await passwordRefusal(scope, share, { password, before }, exchange)
    if (refusal) return refusal
  }
  if (!before) {
    const { allowed, retryAfterSeconds } = await countTry(db, `share-guests:${address}`, NEW_GUESTS, now())
    if (!allowed) return { state: 'wait', seconds: retryAfterSeconds }
  }
  const newKey = presented ?? scope.newId()
  const memberOf =
    scope.actor && (await findProjectRights(asUser(scope, scope.actor), share.project_id, { inTrash: false }))
      ? share.project_id
      : null
  const guest = await change(scope, (tx) =>
    enter(tx, share, before, visitorKey(newKey, tx.actor) ?? hashOf(newKey), memberOf !== null),
  )
  if (presented === undefined) giveKey(config, exchange.reply, newKey)
  return openDoorOf(scope, share, guest, { memberOf, claimable: await countClaimable(scope, share, presented) })
}

/** By the token, in one read, so that all invalid links look alike. */
async function findShare({ db }: VisitorScope, token: string): Promise<Share | undefined> {
  return db
    .selectFrom('shares')
    .innerJoin('projects', 'projects.id', 'shares.project_id')
    .leftJoin('user', 'user.id', 'shares.created_by')
    .selectAll('shares')
    .select('user.name as by_name')
    .where('shares.token_hash', '=', hashOf(token))
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Wrong passwords are counted for the pair of link and address first, and with a much higher limit for the link, so
 * that nobody can lock others out. Only signed-in users who opened the link before are told from strangers, because
 * anyone can collect guest cookies while a link has no password. A guest who entered the current password is not asked
 * again.
 */
async function passwordRefusal(
  scope: VisitorScope,
  share: Share,
  { password, before }: Tried,
  { request }: Exchange,
): Promise<ShareDoor | undefined> {
  const { db, config, now, actor } = scope
  if (password === undefined || password === '') return { state: 'password' }
  const address = clientAddress(request.raw, config.TRUSTED_PROXIES)
  const standing = before && actor ? 'known' : undefined
  const whose = standing ? `known:${share.id}:${clientGroup(address)}` : clientGroup(address)
  const pace = { key: `share-password-from:${whose}`, max: config.SIGN_IN_RATE_LIMIT, windowMs: MINUTE_MS }
  // Many people have the password of one link.
  const guesses = guessCounters({
    subject: `share-password:${share.id}`,
    max: config.ACCOUNT_RATE_LIMIT,
    standing,
    address,
    wide: 3,
  })
  const seconds = await waitFor(db, [...(pace.max === 0 ? [] : [pace]), ...guesses], now())
  if (seconds !== undefined) return { state: 'wait', seconds }
  if (!(await verifyPassword({ hash: share.password_hash ?? '', password }))) return { state: 'wrong-password' }
  await giveBack(db, guesses)
  return undefined
}

async function enter(
  tx: VisitorScope,
  share: Share,
  before: Guest | undefined,
  key: string,
  isMember: boolean,
): Promise<Guest> {
  const { db, now, newId, actor } = tx
  const at = now()
  const user = actor && { name: actor.name, user_id: actor.userId }
  if (before) {
    const again = { epoch: share.epoch, last_seen_at: at, is_member: isMember ? 1 : 0, ...user }
    return db
      .updateTable('guests')
      .set((eb) => ({ ...again, opened: eb('opened', '+', 1) }))
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const row: Guest = {
    id: newId(),
    share_id: share.id,
    key_hash: key,
    epoch: share.epoch,
    name: null,
    user_id: null,
    is_member: isMember ? 1 : 0,
    opened: 1,
    file_downloads: 0,
    created_at: at,
    last_seen_at: at,
    claimed_by: null,
    claimed_at: null,
    ...user,
  }
  // Two tabs that open at once are one guest.
  await db
    .insertInto('guests')
    .values(row)
    .onConflict((c) => c.columns(['share_id', 'key_hash']).doNothing())
    .execute()
  const guest = await db
    .selectFrom('guests')
    .selectAll()
    .where('share_id', '=', share.id)
    .where('key_hash', '=', key)
    .executeTakeFirstOrThrow()
  if (guest.id === row.id && !isMember)
    await emit({ ...tx, actor: undefined }, `project:${share.project_id}`, 'share.opened', {
      projectId: share.project_id,
      shareId: share.id,
    })
  return guest
}

async function countClaimable(
  { db, actor }: VisitorScope,
  share: Share,
  presented: string | undefined,
): Promise<number> {
  if (!actor || presented === undefined) return 0
  const row = await db
    .selectFrom('notes')
    .innerJoin('guests', 'guests.id', 'notes.author_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('guests.share_id', '=', share.id)
    .where('guests.key_hash', '=', hashOf(presented))
    .where('notes.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function openDoorOf(
  { actor }: VisitorScope,
  share: Share,
  guest: Guest,
  more: Pick<OpenDoor, 'memberOf' | 'claimable'>,
): OpenDoor {
  return {
    state: 'open',
    projectId: shareAddress(share),
    message: share.message,
    coverSeed: coverSeed(share.project_id),
    sharedBy: share.by_name,
    kind: share.kind,
    latestOnly: share.latest_only === 1,
    may: mayOf(share),
    expiresAt: share.expires_at,
    guest: { id: actor?.userId ?? guest.id, name: actor?.name ?? guest.name, hasAccount: actor !== undefined },
    suggestedName: share.person,
    ...more,
  }
}

function asUser(scope: VisitorScope, actor: UserScope['actor']): UserScope {
  return { ...scope, actor }
}
