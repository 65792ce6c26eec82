import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { projectsFeature } from '#features/projects/server/projects.feature.ts'
import { tracksFeature } from '#features/tracks/server/tracks.feature.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { localBus } from '#server/events/bus.ts'
import { joinFeatures } from '#server/feature.ts'
import { newId } from '#server/ids.ts'
import { openLog } from '#server/log.ts'
import { answerErrors } from '#server/router/error-answers.ts'
import { mount } from '#server/router/router.ts'
import type { Services } from '#server/services.ts'
import { DiskStorage } from '#server/storage/disk.storage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { noGuests } from '#testing/no-guests.ts'
import { noTokens } from '#testing/no-tokens.ts'
import { transfersFeature } from './transfers.feature.ts'
import { serveTransfers } from './transfers.routes.ts'

/** A server with only the transfers feature, over real HTTP and a real disk, with a manual clock. */
export interface TransferRig {
  readonly services: Services
  readonly app: FastifyInstance
  readonly url: string
  readonly dataDir: string
  readonly clock: { now: number }
  stop(): Promise<void>
}

export interface RigOptions {
  readonly dataDir?: string
  readonly storage?: (dataDir: string) => Promise<Storage>
  /** A PostgreSQL database that other rigs may share; the caller owns it. */
  readonly databaseUrl?: string
  readonly env?: Readonly<Record<string, string>>
  /** The person when no header names one. */
  readonly asEverybody?: string
  /** Uses the real clock. */
  readonly isLive?: boolean
  /** Default: a free port. */
  readonly port?: number
}

/**
 * Ed edits in project `album`, with track `nightdrive`; Eve edits there too; Lin listens. The header `x-person` names
 * the requester.
 */
export async function transferRig({
  dataDir = mkdtempSync(join(tmpdir(), 'roughmix-transfers-')),
  storage: makeStorage = diskIn,
  databaseUrl,
  env = {},
  asEverybody,
  isLive = false,
  port = 0,
}: RigOptions = {}): Promise<TransferRig> {
  const config = readConfig({ DATA_DIR: dataDir, MIN_FREE_MB: '0', ...env })
  const database = openDatabase({ url: databaseUrl, dataDir })
  await migrate(database.db, database.engine)
  const clock = { now: Date.now() }
  const services: Services = {
    config,
    log: openLog('silent'),
    database,
    storage: await makeStorage(dataDir),
    bus: localBus(),
    workshop: join(dataDir, 'tmp'),
    now: isLive ? Date.now : () => clock.now,
    newId,
  }
  await furnish(services)
  const app = Fastify({ requestTimeout: 0 })
  app.addContentTypeParser('application/offset+octet-stream', (_, payload, done) => done(null, payload))
  answerErrors(app)
  joinFeatures([projectsFeature, tracksFeature, transfersFeature])
  const roles = { ed: 'editor', eve: 'editor', lin: 'listener' } as const
  const isPerson = (id: unknown): id is keyof typeof roles => typeof id === 'string' && Object.hasOwn(roles, id)
  mount(
    app,
    {
      services,
      checkAnswers: true,
      guests: noGuests,
      tokens: noTokens,
      identify: async (request) => {
        const id = request.headers['x-person'] ?? asEverybody
        return isPerson(id)
          ? { userId: id, name: id, email: `${id}@example.com`, emailVerified: true, isAdmin: false }
          : undefined
      },
      findRights: async (scope, projectId) =>
        isPerson(scope.actor.userId) && projectId !== 'nowhere'
          ? { role: roles[scope.actor.userId], mayDownload: true }
          : undefined,
    },
    serveTransfers,
  )
  const url = await app.listen({ port, host: '127.0.0.1' })
  return {
    services,
    app,
    url,
    dataDir,
    clock,
    async stop() {
      app.server.closeAllConnections()
      await app.close()
      await database.close()
    },
  }
}

export function removeRigFolder(rig: TransferRig): void {
  rmSync(rig.dataDir, { recursive: true, force: true })
}

async function diskIn(dataDir: string): Promise<Storage> {
  const storage = new DiskStorage(join(dataDir, 'files'), newId)
  await storage.open({ isNew: true })
  return storage
}

async function furnish({ database: { db }, now }: Services): Promise<void> {
  const at = now()
  for (const id of ['album', 'other']) {
    await db
      .insertInto('projects')
      .values({
        id,
        name: id,
        description: '',
        task_prefix: 'AL',
        organization_id: null,
        last_task_number: 0,
        last_member_order: 0,
        last_version_sequence: 0,
        created_by: null,
        created_at: at,
        updated_at: at,
        archived_at: null,
        deleted_at: null,
      })
      .onConflict((c) => c.doNothing())
      .execute()
  }
  const tracks = { nightdrive: 'album', elsewhere: 'other' }
  for (const [id, project] of Object.entries(tracks)) {
    await db
      .insertInto('tracks')
      .values({
        id,
        project_id: project,
        title: id,
        position: 1,
        status: 'draft',
        current_version_id: null,
        last_version_number: 0,
        created_by: null,
        created_at: at,
        updated_at: at,
        archived_at: null,
        deleted_at: null,
      })
      .onConflict((c) => c.doNothing())
      .execute()
  }
}
