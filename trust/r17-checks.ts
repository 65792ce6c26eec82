import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sweepUploads } from '#features/transfers/server/uploads.jobs.ts'
import { transferRig } from '#features/transfers/server/transfers.rig.ts'
import { serverScope } from '#server/scope.ts'
import { TUS } from './line.ts'
import { makeSong } from './make-song.ts'
import { measure, type Run } from './measure.ts'
import { TrustPerson } from './person.ts'
import { uploadMetadata } from './resumed-upload.ts'
import { runProgram } from './run-program.ts'
import { startServer } from './start-server.ts'
import { runTestFiles } from './test-files.ts'

const REFUSED_MS = 2000
const TRIES = 3
const RACES = 1000
const AT_ONCE = 20
const LATER_MS = 25 * 3600_000
const NOBODY = 65_534

void measure('r17', async (run) => {
  const wrong: string[] = []
  const refused = await startChecks(run, wrong)
  const raced = await race(run, wrong)
  const planted = await runTestFiles(run, 'server', ['src/admin/verify.test.ts'], { TEST_DATABASE: 'sqlite' })
  return {
    figure:
      `${refused.count} wrong beginnings refused ${TRIES} times each, in ${refused.slowestMs.toFixed(0)} ms at ` +
      `most, each in one line; ${raced} uploads sealed during sweeps, 0 swept; 30 planted faults looked for by ` +
      `${planted.passed} tests, ${planted.wrong.length} failed`,
    wrong: [...wrong, ...planted.wrong],
  }
})

interface Beginning {
  readonly env: Readonly<Record<string, string>>
  readonly words: RegExp
  readonly node?: readonly string[]
  readonly uid?: number
}

async function startChecks(
  { folder, chance, afterwards }: Run,
  wrong: string[],
): Promise<{ count: number; slowestMs: number }> {
  const unmounted = join(folder, 'unmounted')
  const server = await startServer({ dataDir: unmounted })
  afterwards(() => server.kill('group'))
  const olga = await TrustPerson.signUp(() => server.url, 'olga')
  await olga.upload(chance, await olga.addProject(), makeSong(chance, 'mix.wav', 0.5), { trackTitle: 'Kiln' })
  await server.stop()
  rmSync(join(unmounted, 'files'), { recursive: true })
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'foreign'), { mode: 0o555 })
  const oldSqlite = join(folder, 'old-sqlite.mjs')
  writeFileSync(
    oldSqlite,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, sqlite: '3.40.1' } })\n",
  )
  const beginnings: Readonly<Record<string, Beginning>> = {
    'a volume that is not mounted': {
      env: { DATA_DIR: unmounted },
      words: /lacks its marker.*Is its volume mounted\?/,
    },
    'an old SQLite': {
      env: { DATA_DIR: join(folder, 'old') },
      node: ['--import', oldSqlite],
      words: /has SQLite 3\.40\.1/,
    },
    'a secret that everybody knows': {
      env: { DATA_DIR: join(folder, 'known'), AUTH_SECRET: 'better-auth-secret-12345678901234567890' },
      words: /^AUTH_SECRET: /,
    },
    'no base address': { env: { DATA_DIR: join(folder, 'wide'), HOST: '0.0.0.0' }, words: /^BASE_URL: must be set/ },
    // Root may write everywhere, so it runs this as another user.
    'wrong rights': {
      env: { DATA_DIR: join(folder, 'foreign') },
      words: /cannot be written to/,
      ...(process.getuid?.() === 0 && { uid: NOBODY }),
    },
  }
  let slowestMs = 0
  for (const [what, beginning] of Object.entries(beginnings)) {
    for (let tries = 0; tries < TRIES; tries++) {
      const { code, lines, tookMs } = await begin(beginning)
      slowestMs = Math.max(slowestMs, tookMs)
      if (code !== 1 || lines.length !== 1 || !beginning.words.test(lines[0] ?? ''))
        wrong.push(`${what}: it ended with ${String(code)} and said ${JSON.stringify(lines)}`)
      if (tookMs > REFUSED_MS) wrong.push(`${what}: refused after ${tookMs.toFixed(0)} ms`)
    }
  }
  return { count: Object.keys(beginnings).length, slowestMs }
}

async function begin({
  env,
  node = [],
  uid,
}: Beginning): Promise<{ code: number | null; lines: readonly string[]; tookMs: number }> {
  const startedAt = performance.now()
  const { code, complaints } = await runProgram([...node, 'src/app/server/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    ...(uid !== undefined && { uid, gid: uid }),
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', ROUGHMIX_API_ONLY: '1', ...env },
  })
  return { code, lines: complaints.split('\n').filter((line) => line !== ''), tookMs: performance.now() - startedAt }
}

/** Uploads are begun, sent and sealed during clean-ups that treat every unreferenced file as old. */
async function race({ folder, short }: Run, wrong: string[]): Promise<number> {
  const rig = await transferRig({ dataDir: mkdtempSync(join(folder, 'race-')), isLive: true, asEverybody: 'ed' })
  const races = short ? 100 : RACES
  const scope = { ...serverScope(rig.services), now: () => Date.now() + LATER_MS }
  const begin = async (n: number) => {
    const bytes = Buffer.from(`race ${n} `.repeat(50))
    const begun = await fetch(`${rig.url}/api/projects/album/uploads`, {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(bytes.byteLength),
        'upload-metadata': uploadMetadata({ filename: 'a.wav', trackId: 'nightdrive' }),
      },
    })
    return { bytes, url: rig.url + (begun.headers.get('location') ?? '') }
  }
  const send = async ({ bytes, url }: Awaited<ReturnType<typeof begin>>) => {
    for (const [from, to] of [
      [0, 100],
      [100, bytes.byteLength],
    ] as const) {
      const { status } = await fetch(url, {
        method: 'PATCH',
        headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
        body: bytes.subarray(from, to),
      })
      if (status !== 204) wrong.push(`a part was answered ${status} during a sweep`)
    }
  }
  let sweeps = 0
  for (let done = 0; done < races; done += AT_ONCE) {
    // Begun before: a file without a row is protected only by its age, and here everything counts as old.
    const begun = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => begin(done + i)))
    let isOver = false
    const sweeping = (async () => {
      for (; !isOver; sweeps++) await sweepUploads(scope)
    })()
    await Promise.all(begun.map(send))
    isOver = true
    await sweeping
  }
  const versions = await rig.services.database.db.selectFrom('versions').select('storage_key').execute()
  const missing = versions.filter(({ storage_key: key }) => !existsSync(join(rig.dataDir, 'files', key)))
  if (missing.length > 0 || versions.length < races)
    wrong.push(`of ${versions.length} uploads ${missing.length} files were swept (${sweeps} sweeps)`)
  await rig.stop()
  return versions.length
}
