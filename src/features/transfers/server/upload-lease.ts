import type { ProjectScope } from '#server/scope.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { transferErrors } from '../transfers.contract.ts'
import { expiryAfter, type Upload } from './uploads.queries.ts'

/** A silent writer loses its lease after this time, which is also the longest that a resumed upload waits. */
export const LEASE_MS: Milliseconds = 8000
/** A lease that lasts longer came from a wrong clock. */
const AHEAD_MS: Milliseconds = 5 * 60_000
const RENEW_MS: Milliseconds = 2500

/** Whether somebody may be writing to an upload. */
export function isLeased({ lease_until: until }: Pick<Upload, 'lease_until'>, now: Instant): boolean {
  return until !== null && until >= now && until <= now + AHEAD_MS
}

type Leasing = Pick<ProjectScope, 'db' | 'now' | 'newId'>

/**
 * A lease for writing to one upload, a row in the database so that two processes cannot both have it. Only arriving
 * bytes renew it: a dead connection must not block the next one.
 */
export class UploadLease {
  readonly id: string
  readonly #scope: Leasing
  readonly #uploadId: string
  /** Monotonic; the wall clock may jump. */
  #renewedAt = performance.now()

  private constructor(scope: Leasing, uploadId: string, id: string) {
    this.#scope = scope
    this.#uploadId = uploadId
    this.id = id
  }

  /** Throws `upload.locked` while another writer holds it. */
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
   * Call for every batch of bytes: undefined while the lease is fresh; throws once it is lost. Stores the progress, so
   * that no more space is reserved than needed.
   */
  renewIfDue(reachedBytes: number): Promise<void> | undefined {
    return performance.now() < this.#renewedAt + RENEW_MS
      ? undefined
      : this.renew({ offset_bytes: reachedBytes, expires_at: expiryAfter(this.#scope.now()) })
  }

  /** Renews in the database, however fresh the lease is: throws if another writer has it. */
  async renew(progress: Pick<Upload, 'offset_bytes' | 'expires_at'> | undefined = undefined): Promise<void> {
    const asked = performance.now()
    await this.#write({ ...progress, lease_until: this.#scope.now() + LEASE_MS })
    this.#renewedAt = asked
  }

  /** Stores the number of durable bytes. */
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

  /** Returns to receiving, because bytes are missing. */
  async backToReceiving(offsetBytes: number): Promise<void> {
    await this.#write({ state: 'receiving', offset_bytes: offsetBytes })
  }

  /** Releases the lease; does nothing if it was lost. */
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
