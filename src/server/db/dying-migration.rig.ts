import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

/**
 * `node dying-migration.rig.ts DATA_DIR N`: brings the database up to date and is gone, as by a power switch, right
 * before its Nth statement. Tells how many there were if it comes to its end.
 */
const [, , dataDir = '', moment = '0'] = process.argv
const database = openDatabase({ url: process.env['DATABASE_URL'], dataDir })
let statements = 0
const watched = database.db.withPlugin({
  transformQuery: ({ node }) => {
    if (++statements === Number(moment)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
})
await migrate(watched, database.engine)
await database.close()
process.stdout.write(`${statements}\n`)
