import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'

/** Printed when a test fails; `SEED=` repeats the same kills. */
const seed = Number(process.env['SEED'] ?? (process.env['CI'] === 'true' ? 1 : randomInt(2 ** 31)))
let dice = seed

/** Between 0 and 1; Tommy Ettinger's mulberry32. */
function random(): number {
  dice = (dice + 0x6d2b79f5) | 0
  let mixed = Math.imul(dice ^ (dice >>> 15), 1 | dice)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const SERVER = fileURLToPath(new URL('./transfers.rig-server.ts', import.meta.url))
const PART_BYTES = 256 * 1024
const TUS = { 'tus-resumable': '1.0.0' }
let dataDir: string
let server: { child: ChildProcess; url: string } | undefined

beforeEach(async () => {
  onTestFailed(() => void process.stderr.write(`SEED=${seed}\n`))
  dataDir = await mkdtemp(join(tmpdir(), 'roughmix-crash-'))
})
afterEach(async () => {
  await kill()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<string> {
  const child = spawn(process.execPath, [SERVER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(createInterface(child.stdout), 'line')
  server = { child, url: String(url) }
  return server.url
}

async function kill(): Promise<void> {
  const child = server?.child
  server = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function begin(url: string, sizeBytes: number): Promise<string> {
  const answer = await fetch(`${url}/api/projects/album/uploads`, {
    method: 'POST',
    headers: {
      ...TUS,
      'upload-length': String(sizeBytes),
      'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa('nightdrive')}`,
    },
  })
  return answer.headers.get('location') ?? ''
}

async function offsetAt(address: string): Promise<number> {
  return Number((await fetch(address, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'))
}

/** Sends parts until all are sent or the server is gone; reports each acknowledgement. */
async function send(
  address: string,
  file: Uint8Array<ArrayBuffer>,
  from: number,
  acknowledged: (offset: number) => void,
): Promise<void> {
  for (let offset = from; offset < file.byteLength;) {
    const headers = {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'repr-digest': digest(file),
    }
    const answer = await fetch(address, {
      method: 'PATCH',
      headers,
      body: file.subarray(offset, offset + PART_BYTES),
    }).catch(() => undefined)
    if (answer?.status !== 204) return
    offset = Number(answer.headers.get('upload-offset'))
    acknowledged(offset)
  }
}

const digest = (file: Uint8Array) => `sha-256=:${createHash('sha256').update(file).digest('base64')}:`

async function stored(): Promise<{ sha256s: string[]; fileHashes: string[]; parts: string[] }> {
  const database = openDatabase({ url: undefined, dataDir })
  const versions = await database.db.selectFrom('versions').select(['sha256', 'storage_key']).execute()
  await database.close()
  const files = await Promise.all(versions.map(({ storage_key: key }) => readFile(join(dataDir, 'files', key))))
  return {
    sha256s: versions.map(({ sha256 }) => sha256),
    fileHashes: files.map((file) => createHash('sha256').update(file).digest('hex')),
    parts: await readdir(join(dataDir, 'files', '.parts')),
  }
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a server killed again and again while an upload arrives loses nothing it acknowledged', async () => {
  const file = new Uint8Array(randomBytes(40 * PART_BYTES + 17))
  let path = ''
  let safe = 0
  for (let round = 0; round < 4; round++) {
    const url = await start()
    path ||= await begin(url, file.byteLength)
    const offset = await offsetAt(url + path)
    expect(offset).toBeGreaterThanOrEqual(safe)
    const killed = after(5 + random() * 120).then(kill)
    await send(url + path, file, offset, (acknowledged) => (safe = acknowledged))
    await killed
  }
  const url = await start()
  await send(url + path, file, await offsetAt(url + path), () => undefined)
  expect(await offsetAt(url + path)).toBe(file.byteLength)
  await kill()
  const sha256 = createHash('sha256').update(file).digest('hex')
  expect(await stored()).toEqual({ sha256s: [sha256], fileHashes: [sha256], parts: [] })
})

test('a server killed while it seals ends with one version or none, and asking again makes it one', async () => {
  const files = Array.from({ length: 4 }, () => new Uint8Array(randomBytes(3 * PART_BYTES)))
  const paths: string[] = []
  for (const file of files) {
    const url = await start()
    const path = await begin(url, file.byteLength)
    paths.push(path)
    const killed = new Promise<void>((resolve) => {
      const sent = send(url + path, file.subarray(0, file.byteLength - PART_BYTES), 0, () => undefined)
      void sent.then(() => {
        void send(url + path, file, file.byteLength - PART_BYTES, () => undefined)
        return after(random() * 15)
          .then(kill)
          .then(resolve)
      })
    })
    await killed
  }
  const url = await start()
  for (const [round, path] of paths.entries()) {
    const file = files[round] ?? new Uint8Array()
    await send(url + path, file, await offsetAt(url + path), () => undefined)
    expect(
      (await fetch(url + path, { method: 'HEAD', headers: TUS })).headers.get('roughmix-version-id'),
    ).not.toBeNull()
  }
  await kill()
  const expected = files.map((file) => createHash('sha256').update(file).digest('hex')).sort()
  const { sha256s, fileHashes, parts } = await stored()
  expect([sha256s.sort(), fileHashes.sort(), parts]).toEqual([expected, expected, []])
})
