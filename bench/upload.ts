import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { freePort, medianOf, peakMegabytes, processSeconds, run, startNginx, startOurs } from './bench-tools.ts'

/**
 * One file of 1 GiB by curl: our tus route, with every byte flushed and hashed before the answer, compared with nginx's
 * DAV module, which does neither. Target: at least 0.7 of nginx's rate.
 */
const SIZE_BYTES = 1024 ** 3
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const TARGET = 0.85

const folder = await mkdtemp(join(tmpdir(), 'roughmix-bench-'))
const file = join(folder, 'song.wav')
const stops: (() => Promise<void>)[] = []
try {
  const sha256 = await writeSong()
  const nginx = await startNginx(
    folder,
    await freePort(),
    `location /dav/ { root ${folder}/nginx; dav_methods PUT DELETE; create_full_put_path on; ` +
      `client_max_body_size 0; client_body_temp_path ${folder}/nginx/tmp; }`,
  )
  stops.push(nginx.stop)
  const ours = await startOurs('src/features/transfers/server/transfers.rig-server.ts', join(folder, 'data'))
  stops.push(ours.stop)

  const rates = { ours: [] as number[], nginx: [] as number[] }
  let serverSeconds = 0
  for (let round = 0; round < ROUNDS; round++) {
    await settle()
    rates.nginx.push(await timed(() => putToNginx(nginx.url, round)))
    await rm(join(folder, 'nginx', 'dav'), { recursive: true, force: true })
    await settle()
    const before = await processSeconds(ours.pid)
    rates.ours.push(await timed(() => upload(ours.url, sha256)))
    serverSeconds += (await processSeconds(ours.pid)) - before
    await rm(join(folder, 'data', 'files', 'projects'), { recursive: true, force: true })
  }
  const ratio = medianOf(rates.ours.map((rate, i) => rate / (rates.nginx[i] ?? Number.NaN)))
  console.log(`durable upload of 1 GiB, median of ${ROUNDS} interleaved rounds`)
  console.log(`  nginx DAV      ${medianOf(rates.nginx).toFixed(2)} GB/s  (no flush, no checksum)`)
  console.log(
    `  roughmix       ${medianOf(rates.ours).toFixed(2)} GB/s  (flushed, SHA-256 compared, ` +
      `${(serverSeconds / ROUNDS).toFixed(2)} CPU-s, peak ${await peakMegabytes(ours.pid)} MB)`,
  )
  console.log(
    `  ratio          ${ratio.toFixed(2)}       target at least ${TARGET}: ${ratio >= TARGET ? 'met' : 'MISSED'}`,
  )
  if (ratio < TARGET) process.exitCode = 1
} finally {
  for (const stop of stops) await stop()
  await rm(folder, { recursive: true, force: true })
}

async function writeSong(): Promise<string> {
  const piece = randomBytes(16 * 1024 * 1024)
  const handle = await open(file, 'w')
  for (let at = 0; at < SIZE_BYTES; at += piece.byteLength) await handle.write(piece)
  await handle.sync()
  await handle.close()
  await mkdir(join(folder, 'nginx', 'tmp'), { recursive: true })
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('base64')
}

async function putToNginx(url: string, round: number): Promise<void> {
  await run('curl', [
    '-sS',
    '--fail',
    '-o',
    join(folder, 'answer'),
    '-H',
    'Expect:',
    '-T',
    file,
    `${url}/dav/song-${round}.wav`,
  ])
}

async function upload(url: string, sha256: string): Promise<void> {
  const metadata = `filename ${btoa('song.wav')},trackTitle ${btoa('Song')}`
  const created = await fetch(`${url}/api/projects/album/uploads`, {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(SIZE_BYTES), 'upload-metadata': metadata },
  })
  const location = created.headers.get('location')
  if (!location) throw new Error(`the upload was not created: ${created.status}`)
  const headers = [
    'Expect:',
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    `Repr-Digest: sha-256=:${sha256}:`,
  ]
  await run('curl', [
    '-sS',
    '--fail',
    '-o',
    join(folder, 'answer'),
    '-X',
    'PATCH',
    ...headers.flatMap((header) => ['-H', header]),
    '-T',
    file,
    url + location,
  ])
}

/** Flushes the bytes of one round, so that they are not written during the next. */
async function settle(): Promise<void> {
  await run('sync', [])
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return SIZE_BYTES / 1e9 / ((performance.now() - started) / 1000)
}
