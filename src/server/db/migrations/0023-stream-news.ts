import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Marks on streams with unprocessed events, so that consumers need not check all streams. Streams that are behind now
 * are marked.
 */
export const streamNews: Migration = {
  name: '0023-stream-news',
  async up(db) {
    for (const mark of ['inbox_news', 'webhook_news'] as const) {
      await db.schema
        .alterTable('streams')
        .addColumn(mark, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
      // A partial index of marked streams only: it is empty when all events are processed.
      await db.schema
        .createIndex(`streams_${mark}`)
        .on('streams')
        .column('id')
        .where(sql.ref(mark), '=', sql.lit(1))
        .execute()
    }
    await sql`
      update streams set inbox_news = 1 where id like 'project:%'
        and seq > coalesce((select seq from inbox_cursors where stream_id = streams.id), 0)
    `.execute(db)
    // Without a webhook there is nothing to deliver.
    await sql`
      update streams set webhook_news = 1 where id like 'project:%'
        and seq > coalesce((select seq from webhook_cursors where stream_id = streams.id), 0)
        and exists (select 1 from webhooks)
    `.execute(db)
  },
}
