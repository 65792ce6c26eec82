import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openApp } from '#app/server/app.ts'
import { catchUp, jobHandlers } from '#app/server/feature-parts.ts'
import type { Identify } from '#server/auth/session/identify.ts'
import { readConfig } from '#server/config.ts'
import { localBus } from '#server/events/bus.ts'
import { newId } from '#server/ids.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { openLog } from '#server/log.ts'
import type { Actor } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { MemoryStorage } from '#server/storage/memory.storage.ts'
import type { Method } from '#shared/contract.ts'
import type { Role } from '#shared/roles.ts'
import { openTestDatabase } from './test-database.ts'

/** Olga owns the project, Ed edits, Cora comments, Lin listens (and may not download), Stan is a stranger. */
export type PersonName = 'olga' | 'ed' | 'cora' | 'lin' | 'stan'

const MEMBERS: Readonly<Record<Exclude<PersonName, 'stan'>, { role: Role; download: number }>> = {
  olga: { role: 'owner', download: 1 },
  ed: { role: 'editor', download: 1 },
  cora: { role: 'commenter', download: 1 },
  lin: { role: 'listener', download: 0 },
}

export interface Answer {
  readonly status: number
  // The router checks answers against their contract; tests read them untyped.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly headers: Readonly<Record<string, unknown>>
  readonly raw: Buffer
}

export interface Asking {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const START = Date.UTC(2026, 10, 20, 12)

/** A small named world: five people, Olga's project with everybody except Stan, her label, and Stan's own project. */
export async function openWorld(
  settings: Readonly<Record<string, string>> = {},
  { empty = false }: { empty?: boolean } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'roughmix-world-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SIGN_IN_RATE_LIMIT: '0',
    ACCOUNT_RATE_LIMIT: '0',
    ...settings,
  })
  const database = await openTestDatabase()
  let clock = START
  const services: Services = {
    config,
    log: openLog(config.LOG_LEVEL),
    database,
    storage: new MemoryStorage({ now: () => clock }),
    bus: localBus(),
    workshop: join(dataDir, 'tmp'),
    now: () => clock,
    newId,
  }
  const identify =
    (bySession: Identify): Identify =>
    async (request) => {
      const name = request.headers['x-test-person']
      return typeof name === 'string' ? actorOf(name) : bySession(request)
    }
  const people = ['olga', 'ed', 'cora', 'lin', 'stan'] as const
  if (!empty) for (const name of people) await addPerson(database, name)
  const { server, auth } = await openApp({
    services,
    webRoot: undefined,
    setupToken: 'setup',
    identify,
    checkAnswers: true,
  })
  /** By method and URL, why an answer ended early: the client only learns that it did. */
  const endedBy = new Map<string, Error>()
  server.addHook('onSend', async ({ method, url }, _reply, payload) => {
    if (payload instanceof Readable) payload.once('error', (error) => endedBy.set(`${method} ${url}`, error))
    return payload
  })
  await server.ready()

  const ask = async (
    person: PersonName | 'visitor',
    key: `${Method} /${string}`,
    asking: Asking = {},
  ): Promise<Answer> => {
    const [method = 'GET', path = ''] = key.split(' ')
    const url = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(asking.params?.[name] ?? here[name] ?? 'missing'),
    )
    const query = asking.query ? `?${new URLSearchParams(asking.query)}` : ''
    const response = await server
      .inject({
        method: method as 'GET',
        url: url + query,
        headers: { ...(person !== 'visitor' && { 'x-test-person': person }), ...asking.headers },
        ...(asking.body !== undefined && { payload: asking.body as object }),
      })
      .catch((error: unknown) => {
        const cause = endedBy.get(`${method} ${url}${query}`)
        throw cause ? new Error(`${key} ended early: ${cause.message}`, { cause }) : error
      })
    return {
      status: response.statusCode,
      body:
        response.body !== '' && response.headers['content-type']?.toString().includes('json')
          ? response.json()
          : undefined,
      headers: response.headers,
      raw: response.rawPayload,
    }
  }

  /** Default ids for route parameters that a test does not name. */
  const here: Record<string, string> = {}
  const elsewhere = { projectId: '' }
  if (!empty) await settle()

  /** Olga's project with its members, her label without other members, and Stan's project without other members. */
  async function settle(): Promise<void> {
    here['projectId'] = (await ask('olga', 'POST /api/projects', { body: { name: 'Low Tide' } })).body.id
    for (const name of ['ed', 'cora', 'lin'] as const) {
      await database.db
        .insertInto('memberships')
        .values({
          project_id: here['projectId'] ?? '',
          user_id: name,
          role: MEMBERS[name].role,
          may_download: MEMBERS[name].download,
          join_order: people.indexOf(name) + 1,
          joined_at: START,
          removed_at: null,
        })
        .execute()
    }
    await database.db
      .updateTable('projects')
      .set({ last_member_order: 4 })
      .where('id', '=', here['projectId'] ?? '')
      .execute()
    const createdAt = new Date(START).toISOString()
    here['organizationId'] = 'label'
    await database.db
      .insertInto('organization')
      .values({ id: 'label', name: 'Night Label', slug: 'night-label', logo: null, metadata: null, createdAt })
      .execute()
    await database.db
      .insertInto('member')
      .values({ id: 'olga-label', organizationId: 'label', userId: 'olga', role: 'owner', teamId: null, createdAt })
      .execute()
    elsewhere.projectId = (await ask('stan', 'POST /api/projects', { body: { name: 'Night Bus' } })).body.id
  }

  return {
    services,
    server,
    auth,
    here,
    elsewhere,
    as: ask,
    /** Advances the clock. */
    pass: (milliseconds: number) => void (clock += milliseconds),
    /** Runs all background work that is due, and event consumers. */
    work: async () => {
      const pools = ['normal', 'calls', 'mail'] as const
      await new JobRunner(services, pools.flatMap(jobHandlers)).drain()
      await catchUp(services)
    },
    async close() {
      await server.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

function actorOf(name: string): Actor {
  return {
    userId: name,
    name: name[0]?.toUpperCase() + name.slice(1),
    email: `${name}@example.com`,
    emailVerified: true,
    isAdmin: name === 'olga',
    sessionUpdatedAt: START,
  }
}

async function addPerson({ db, engine }: Services['database'], name: string): Promise<void> {
  const { name: fullName, email } = actorOf(name)
  const at = new Date(START)
  const sqlite = engine === 'sqlite'
  await db
    .insertInto('user')
    .values({
      id: name,
      name: fullName,
      email,
      emailVerified: sqlite ? 1 : true,
      image: null,
      username: name,
      displayUsername: name,
      createdAt: sqlite ? at.toISOString() : at,
      updatedAt: sqlite ? at.toISOString() : at,
    })
    .execute()
}
