import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

/**
 * `node dying-migration.rig.ts DATA_DIR N`: migrates the database and kills itself, as by power loss, right before
 * statement N. Prints the number of statements if it completes.
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
