import { storedDate } from '#server/db/stored-date.ts'
import type { Product } from './product.ts'

/**
 * Every session of this person was begun two days ago and not used since: too long for what asks for a fresh one. A
 * product that caches sessions (SESSION_CACHE_SECONDS) may notice later.
 */
export async function ageSessions(product: Product, email: string): Promise<void> {
  const at = storedDate(Date.now() - 2 * 86_400_000)
  await product.rows((db) =>
    db
      .updateTable('session')
      .set({ createdAt: at, updatedAt: at })
      .where('userId', 'in', db.selectFrom('user').select('id').where('email', '=', email))
      .execute(),
  )
}
