import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { adminOn } from './admin.rig.ts'
import { openFurnished } from './furnished.rig.ts'

const DAY_MS = 24 * 3600_000
let world: World
let admin: ReturnType<typeof adminOn>
afterEach(() => world.close())

async function furnished(): Promise<void> {
  world = (await openFurnished()).world
  admin = adminOn(world.services)
}

/** Ed has sent four of ten bytes. */
async function withOpenUpload(): Promise<void> {
  world = await openWorld({ MIN_FREE_MB: '0' })
  admin = adminOn(world.services)
  const url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  await fetch(`${url}/api/projects/${world.here['projectId']}/uploads`, {
    method: 'POST',
    headers: {
      'x-test-person': 'ed',
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': '10',
      'upload-metadata': `filename ${btoa('half.wav')},trackTitle ${btoa('Half')}`,
    },
    body: new Uint8Array(4),
  })
}

const storage = () => world.services.storage
const keys = async () => (await Array.fromAsync(storage().list(''))).map(({ key }) => key).toSorted()
const verify = async (...options: string[]) => (await admin(['verify', '--json', ...options])).json
const named = (list: readonly { key: string }[]) => list.map(({ key }) => key)
const bytesOf = async (key: string) => Buffer.concat(await Array.fromAsync(await storage().read(key)))

/** Projects with every kind of file: originals, generated files, and files on notes. */
async function plant(): Promise<{ orphans: string[]; missing: string[]; mismatched: string[] }> {
  const there = await keys()
  const [original = '', ...others] = there.filter((key) => /\/Kiln/.test(key))
  const folder = original.slice(0, original.lastIndexOf('/'))
  const orphans = [
    `${folder}/stray.wav`,
    `${folder}/derived/unknown.bin`,
    'projects/stray.txt',
    'attachments/gone/a/b.png',
    ...Array.from({ length: 6 }, () => `projects/gone/${randomUUID()}/${randomUUID()}/a.wav`),
  ]
  for (const key of orphans) await storage().put(key, Buffer.from('planted'))

  // Enough rows of files to lose and to alter ten of each.
  const { db } = world.services.database
  const attachment = await db.selectFrom('note_attachments').selectAll().executeTakeFirstOrThrow()
  const added: string[] = []
  for (let i = 0; i < 16; i++) {
    const key = `attachments/${attachment.project_id}/planted${i}/file ${i}.bin`
    await storage().put(key, await bytesOf(attachment.storage_key))
    await db
      .insertInto('note_attachments')
      .values({ ...attachment, id: `planted${i}`, storage_key: key })
      .execute()
    added.push(key)
  }
  const lost = [others[0] ?? '', ...there.filter((key) => /opus\.packets$|\.rmcm$/.test(key))]
  const missing = [...added.slice(0, 10 - lost.length), ...lost]
  for (const key of missing) await storage().remove(key)
  const mismatched = [...added.slice(-9), original]
  for (const [i, key] of mismatched.entries()) {
    const bytes = await bytesOf(key)
    await storage().put(key, i % 2 === 0 ? bytes.subarray(1) : bytes.fill(1, 40, 48))
  }
  return { orphans: orphans.toSorted(), missing: missing.toSorted(), mismatched: mismatched.toSorted() }
}

test('of ten planted orphans, ten lost and ten altered files every one is found and nothing else', async () => {
  await furnished()
  world.pass(3 * DAY_MS)
  const healthy = await admin(['verify', '--json'])
  expect([healthy.code, healthy.json]).toEqual([
    0,
    {
      orphans: [],
      missing: [],
      mismatched: [],
      files: (await keys()).length,
      bytes: expect.any(Number),
      hashed: expect.any(Number),
    },
  ])
  expect(
    (await keys()).map((key) =>
      key
        .split('/')
        .pop()
        ?.replace(/changes-from-\w+/, 'changes'),
    ),
  ).toEqual(
    expect.arrayContaining([
      'opus.packets',
      'opus.fidx',
      'waveform-256-mix.dat',
      'spectrogram-mix.rmsp',
      'changes.rmcm',
      'desk & cable.png',
    ]),
  )

  const planted = await plant()
  world.pass(DAY_MS + 60_000)
  const { code, json } = await admin(['verify', '--json'])
  expect(code).toBe(1)
  expect({ orphans: named(json.orphans), missing: named(json.missing), mismatched: named(json.mismatched) }).toEqual(
    planted,
  )
  expect([planted.orphans, planted.missing, planted.mismatched].map(({ length }) => length)).toEqual([10, 10, 10])
  const quick = await verify('--quick')
  expect([quick.hashed, quick.mismatched.length]).toEqual([0, 5])
  expect((await admin(['verify'])).out).toContain('With different content than recorded: 10')

  expect((await admin(['sweep', '--dry-run', '--json'])).json.wouldRemove).toEqual(planted.orphans)
  const before = await keys()
  expect((await admin(['sweep', '--json'])).json).toEqual({ files: 10, parts: 0, expired: 0 })
  const log = await world.services.database.db
    .selectFrom('audit')
    .select(['kind', 'refs'])
    .where('kind', '=', 'admin.swept')
    .execute()
  expect(log.map(({ refs }) => JSON.parse(refs))).toEqual([
    { files: '10', parts: '0', uploads: '0', by: 'command-line' },
  ])
  expect(await keys()).toEqual(before.filter((key) => !planted.orphans.includes(key)))
  expect(await storage().partBytes(await open())).toBe(4)
})

test('what is younger than a day is nobody’s orphan', async () => {
  await withOpenUpload()
  await storage().put('projects/p/t/v/young.wav', Buffer.from('young'))
  world.pass(DAY_MS - 60_000)
  expect((await verify()).orphans).toEqual([])
  world.pass(120_000)
  expect(named((await verify()).orphans)).toEqual(['projects/p/t/v/young.wav'])
})

test('nobody’s orphan is the file of an upload that is being sealed, however old its bytes are', async () => {
  await withOpenUpload()
  const partial = await open()
  await storage().appendPart(partial, 4, Readable.from([new Uint8Array(6)]))
  await storage().finishParts(partial, 10)
  world.pass(3 * DAY_MS)
  await world.services.database.db.updateTable('uploads').set({ state: 'sealing' }).execute()
  expect([(await verify()).orphans, (await admin(['sweep', '--json'])).json.files]).toEqual([[], 0])
  expect((await storage().find(partial.key))?.sizeBytes).toBe(10)
})

async function open() {
  const row = await world.services.database.db
    .selectFrom('uploads')
    .selectAll()
    .where('state', '!=', 'finished')
    .executeTakeFirstOrThrow()
  return { id: row.id, key: row.storage_key ?? '', ref: row.storage_ref }
}
