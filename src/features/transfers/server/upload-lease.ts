import type { ProjectScope } from '#server/scope.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { transferErrors } from '../transfers.contract.ts'
import { expiryAfter, type Upload } from './uploads.queries.ts'

/** A writer that falls silent loses its right after this time, so that a resumed upload waits at most as long. */
export const LEASE_MS: Milliseconds = 8000
/** A right that lasts longer was given by a clock that was wrong. */
const AHEAD_MS: Milliseconds = 5 * 60_000
const RENEW_MS: Milliseconds = 2500

/** Whether somebody may be writing to an upload. */
export function isLeased({ lease_until: until }: Pick<Upload, 'lease_until'>, now: Instant): boolean {
  return until !== null && until >= now && until <= now + AHEAD_MS
}

type Leasing = Pick<ProjectScope, 'db' | 'now' | 'newId'>

/**
 * The right to write to one upload, a row in the database so that two nodes cannot both have it. It is renewed by
 * arriving bytes and never by mere time: a dead connection must not keep the next one waiting.
 */
export class UploadLease {
  readonly id: string
  readonly #scope: Leasing
  readonly #uploadId: string
  /** By the monotonic clock: the other one may jump. */
  #renewedAt = performance.now()

  private constructor(scope: Leasing, uploadId: string, id: string) {
    this.#scope = scope
    this.#uploadId = uploadId
    this.id = id
  }

  /** Throws `upload.locked` while somebody else writes. */
  static async take(scope: Leasing, upload: Upload): Promise<UploadLease> {
    const id = scope.newId()
    const now = scope.now()
    const lease = new UploadLease(scope, upload.id, id)
    const result = await scope.db
      .updateTable('uploads')
      .set({ lease_id: id, lease_until: now + LEASE_MS })
      .where('id', '=', upload.id)
      .where('state', 'in', ['receiving', 'sealing'])
      .where((eb) =>
        eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now), eb('lease_until', '>', now + AHEAD_MS)]),
      )
      .executeTakeFirst()
    if (Number(result.numUpdatedRows) !== 1) throw transferErrors['upload.locked']()
    return lease
  }

  /**
   * For every batch of bytes: nothing to wait for while the right is fresh; throws once it is lost. Says how far the
   * upload is, so that no more room is held for it than it needs.
   */
  renewIfDue(reachedBytes: number): Promise<void> | undefined {
    return performance.now() < this.#renewedAt + RENEW_MS
      ? undefined
      : this.renew({ offset_bytes: reachedBytes, expires_at: expiryAfter(this.#scope.now()) })
  }

  /** Asks the database, however fresh the right is: throws once another has it. */
  async renew(progress: Pick<Upload, 'offset_bytes' | 'expires_at'> | undefined = undefined): Promise<void> {
    const asked = performance.now()
    await this.#write({ ...progress, lease_until: this.#scope.now() + LEASE_MS })
    this.#renewedAt = asked
  }

  /** Notes how many bytes are safe. */
  async saveOffset(offsetBytes: number): Promise<void> {
    await this.#write({ offset_bytes: offsetBytes, expires_at: expiryAfter(this.#scope.now()) })
  }

  async beginSealing(upload: Upload, claimedSha256: string | null): Promise<void> {
    await this.#write({
      state: 'sealing',
      offset_bytes: upload.size_bytes,
      sha256: claimedSha256 ?? upload.sha256,
      lease_until: this.#scope.now() + LEASE_MS,
    })
  }

  /** What seemed to be there is not. */
  async backToReceiving(offsetBytes: number): Promise<void> {
    await this.#write({ state: 'receiving', offset_bytes: offsetBytes })
  }

  /** Gives the right back; nothing happens where it was lost. */
  async release(): Promise<void> {
    await this.#scope.db
      .updateTable('uploads')
      .set({ lease_id: null, lease_until: null })
      .where('id', '=', this.#uploadId)
      .where('lease_id', '=', this.id)
      .execute()
  }

  async #write(values: Partial<Upload>): Promise<void> {
    const result = await this.#scope.db
      .updateTable('uploads')
      .set(values)
      .where('id', '=', this.#uploadId)
      .where('lease_id', '=', this.id)
      .executeTakeFirst()
    if (Number(result.numUpdatedRows) !== 1) throw transferErrors['upload.locked']()
  }
}
