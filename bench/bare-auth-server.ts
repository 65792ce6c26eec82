import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { betterAuth } from 'better-auth'
import { toNodeHandler } from 'better-auth/node'
import { magicLink, organization, username } from 'better-auth/plugins'
import { hashPassword, verifyPassword } from '../src/server/auth/limits/password-hash.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openDatabase } from '../src/server/db/open-database.ts'

/** The same library on a bare Node server, with our database durability settings and our password hash. */
const { db } = openDatabase({ url: undefined, dataDir: mkdtempSync(join(tmpdir(), 'roughmix-bare-')) })
await migrate(db, 'sqlite')

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const auth = betterAuth({
    baseURL: url,
    secret: 'a secret for measuring, nothing else',
    telemetry: { enabled: false },
    database: { db, type: 'sqlite', transaction: true },
    emailAndPassword: { enabled: true, password: { hash: hashPassword, verify: verifyPassword } },
    session: { cookieCache: { enabled: true, maxAge: 60 } },
    advanced: { ipAddress: { ipAddressHeaders: ['x-real-client-ip'] } },
    rateLimit: { enabled: false },
    plugins: [username(), magicLink({ sendMagicLink: async () => {} }), organization({ teams: { enabled: true } })],
    logger: { disabled: true },
  })
  server.on('request', toNodeHandler(auth))
  process.stdout.write(`${url}\n`)
})
