import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CreateBucketCommand, PutBucketCorsCommand } from '@aws-sdk/client-s3'
import { setupTokenOf } from '#server/auth/mail/secret.ts'
import { freePort } from '#server/free-port.ts'
import { s3Client } from '#server/storage/open-storage.ts'
import type { Milliseconds } from '#shared/units.ts'
import { answers, ownProcess, until, type OwnedProcess } from './owned-process.ts'
import { startCeph, type Ceph } from './start-ceph.ts'
import { startNginx } from './start-nginx.ts'
import { startPostgres } from './start-postgres.ts'

/** One process of the product. */
export interface ClusterProcess {
  readonly name: string
  readonly port: number
  pid(): number
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Restarts it if it is dead, and waits until it is ready. */
  start(): Promise<void>
  /** Its output so far. */
  output(): string
}

/** Two web and two worker processes behind nginx, with their own PostgreSQL and Ceph. */
export interface Cluster {
  readonly url: string
  readonly store: string
  /** Settings of all processes. */
  readonly settings: Readonly<Record<string, string>>
  /** The token required for the first account. */
  readonly setupToken: string
  readonly webs: readonly ClusterProcess[]
  readonly workers: readonly ClusterProcess[]
  /** nginx's answers so far, and which web processes it asked. */
  requests: Extract<Awaited<ReturnType<typeof startNginx>>, { stop: unknown }>['requests']
  /** How long each part took to become ready. */
  readonly tookMs: Readonly<Record<string, Milliseconds>>
  stop(): Promise<void>
}

const ROOT = resolve(import.meta.dirname, '..')
const BUCKET = 'roughmix'

interface Wanted {
  /** For all processes of the product. */
  readonly env?: Readonly<Record<string, string>>
  /** Browsers fetch files directly from the store. */
  readonly fromStore?: boolean
}

/** Returns the missing programs instead of a cluster. */
export async function startCluster(wanted: Wanted = {}): Promise<Cluster | { readonly missing: string }> {
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const started = await build(undo, wanted)
    if ('missing' in started) await stop()
    return 'missing' in started ? started : { ...started, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function build(
  undo: (() => Promise<void>)[],
  { env = {}, fromStore = false }: Wanted,
): Promise<Omit<Cluster, 'stop'> | { readonly missing: string }> {
  const tookMs: Record<string, Milliseconds> = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      tookMs[name] = Math.round(performance.now() - startedAt)
    }
  }
  const ceph = await timed('Ceph', startCeph)
  if ('missing' in ceph) return ceph
  undo.push(ceph.stop)
  const postgres = await timed('PostgreSQL', () => startPostgres())
  if ('missing' in postgres) return postgres
  undo.push(postgres.stop)
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-cluster-'))
  undo.push(async () => rmSync(folder, { recursive: true, force: true }))

  const [port, ...ports] = await Promise.all(Array.from({ length: 5 }, freePort))
  const url = `http://localhost:${port}`
  await makeBucket(ceph, url)
  const secret = randomBytes(24).toString('hex')
  const shared = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    BASE_URL: url,
    TRUSTED_PROXIES: '1',
    AUTH_SECRET: secret,
    DATABASE_URL: postgres.url,
    ...storeSettings(ceph),
    ...(fromStore && { S3_PUBLIC_ENDPOINT: ceph.endpoint }),
    ...env,
  }
  const member = (name: string, at: number) =>
    new ClusterMember(name, ports[at] ?? 0, { folder, env: { ...shared, ROLE: name.split(' ')[0] ?? '' } })
  const [webs, workers] = [
    [member('web 1', 0), member('web 2', 1)],
    [member('worker 1', 2), member('worker 2', 3)],
  ]
  for (const one of [...webs, ...workers]) undo.push(() => one.stop())
  // The first one creates the tables; any could.
  await timed('the first web process', () => webs[0]?.start() ?? Promise.resolve())
  await timed('the other three', () => Promise.all([...webs, ...workers].map((one) => one.start())))
  const nginx = await timed('nginx', () => startNginx({ port: port ?? 0, servers: webs.map((web) => web.port) }))
  if ('missing' in nginx) return nginx
  undo.push(nginx.stop)
  return {
    url,
    store: ceph.endpoint,
    settings: shared,
    setupToken: setupTokenOf(secret),
    webs,
    workers,
    requests: nginx.requests,
    tookMs,
  }
}

function storeSettings({ endpoint, accessKeyId, secretAccessKey }: Ceph) {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: BUCKET,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

/** Lets pages of that origin read files whose URLs they have. */
async function makeBucket(ceph: Ceph, origin: string): Promise<void> {
  const client = s3Client(storeSettings(ceph))
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  await client.send(
    new PutBucketCorsCommand({
      Bucket: BUCKET,
      CORSConfiguration: {
        CORSRules: [
          {
            AllowedOrigins: [origin],
            AllowedMethods: ['GET', 'HEAD'],
            AllowedHeaders: ['range'],
            ExposeHeaders: ['etag', 'content-range', 'accept-ranges', 'content-disposition'],
            MaxAgeSeconds: 3600,
          },
        ],
      },
    }),
  )
  client.destroy()
}

class ClusterMember implements ClusterProcess {
  readonly name: string
  readonly port: number
  readonly #folder: string
  readonly #env: Readonly<Record<string, string>>
  readonly #logPath: string
  #process: OwnedProcess | undefined

  constructor(
    name: string,
    port: number,
    { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
  ) {
    this.name = name
    this.port = port
    this.#folder = folder
    this.#env = env
    this.#logPath = join(folder, `${name}.log`)
  }

  pid(): number {
    return this.#process?.pid ?? 0
  }

  async start(): Promise<void> {
    if (this.#process?.isAlive()) return
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
      ...this.#env,
      PORT: String(this.port),
      DATA_DIR: join(this.#folder, `${this.name}-${randomUUID()}`),
    }
    const started = await ownProcess({
      program: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/app/server/main.ts')],
      env,
      logPath: this.#logPath,
    })
    this.#process = started
    await until(this.name, async () => {
      if (!started.isAlive()) throw new Error(`${this.name} ended:\n${this.output()}`)
      return answers(`http://127.0.0.1:${this.port}/readyz`)
    })
  }

  async kill(): Promise<void> {
    await this.#process?.kill()
  }

  async stop(): Promise<void> {
    await this.#process?.stop()
  }

  output(): string {
    return readFileSync(this.#logPath, 'utf8')
  }
}
