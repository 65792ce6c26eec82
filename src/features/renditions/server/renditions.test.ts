import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import WaveformData from 'waveform-data'
import { parseStreamInfo } from '#audio/flac-stream-info.ts'
import { parseFrameIndex } from '#audio/frame-index.ts'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples, type WavEncoding } from '#audio/wav-file.ts'
import { exampleCover } from '#features/projects/cover-picture.ts'
import { derivedFileKey } from '#features/tracks/server/versions/derived-files.ts'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

const SAMPLE_RATE = 44_100
const SECONDS = 0.5
const FRAMES = SAMPLE_RATE * SECONDS

let world: World
let url = ''
let kiln: UploadedFile
let salt: UploadedFile
let page: UploadedFile
const kilnBytes = bounce('s24')

beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  kiln = await send('Kiln: “rough”', 'kiln.WAV', kilnBytes)
  salt = await send('Salt', 'salt.wav', bounce('f32'))
  page = await send('Page', 'page.wav', new TextEncoder().encode('<!doctype html>'))
  await world.work()
})
afterAll(() => world.close())

function bounce(encoding: WavEncoding): Uint8Array<ArrayBuffer> {
  const blocks = [...renderSong({ mix: SONG_MIXES.rough, sampleRate: SAMPLE_RATE, seconds: SECONDS })]
  return Buffer.concat([
    wavHeader({ sampleRate: SAMPLE_RATE, channels: 2, encoding, totalFrames: FRAMES }),
    ...blocks.map((block) => wavSamples(block, encoding)),
  ])
}
const send = (title: string, fileName: string, bytes: Uint8Array<ArrayBuffer>) =>
  sendFile(url, 'ed', { projectId: world.here['projectId'] ?? '', title, fileName, bytes })

type Part = 'renditions' | 'opus' | 'opus/index' | 'resampled/stream' | 'resampled/index' | 'flac' | 'mp3' | 'waveform'
interface Asking {
  readonly as?: PersonName
  readonly of?: UploadedFile
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}
const paramsOf = ({ trackId, versionId }: UploadedFile) => ({ trackId, versionId })
const get = (part: Part, { as = 'ed', of = kiln, ...asking }: Asking = {}) =>
  world.as(as, `GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/${part}`, {
    params: paramsOf(of),
    ...asking,
  })
const ask = (body: object, { as = 'ed', of = kiln }: Asking = {}) =>
  world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/renditions', {
    params: paramsOf(of),
    body,
  })
const jobs = async () =>
  (
    await world.services.database.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'rendition.make')
      .where('state', '=', 'ready')
      .execute()
  ).length
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a rendition', () => {
  test('is begun by the first who asks, made once however many do, and sent when it is whole', async () => {
    const refusals = await Promise.all([
      get('opus', { as: 'lin' }),
      get('opus/index'),
      ask({ kind: 'opus' }),
      ask({ kind: 'opus' }, { as: 'lin' }),
    ])
    expect(refusals.map(({ status, body }) => [status, body.code ?? body.state])).toEqual([
      [409, 'rendition.not_ready'],
      [409, 'rendition.not_ready'],
      [200, 'making'],
      [200, 'making'],
    ])
    expect(await jobs()).toBe(1)
    await world.work()
    const opus = await get('opus', { as: 'lin' })
    const index = parseFrameIndex(Uint8Array.from((await get('opus/index', { as: 'lin' })).raw).buffer)
    expect([opus.status, index.codec, index.fileBytes, index.totalFrames]).toEqual([
      200,
      'opus',
      opus.raw.length,
      Math.ceil((FRAMES * 48_000) / SAMPLE_RATE),
    ])
    expect((await ask({ kind: 'opus' })).body).toMatchObject({
      name: 'opus',
      state: 'ready',
      fraction: 1,
      sizeBytes: opus.raw.length,
      sha256: sha256(opus.raw),
      sampleRate: 48_000,
    })
    expect(await jobs()).toBe(0)
    const part = await get('opus', { headers: { range: 'bytes=100-199' } })
    expect([part.status, part.raw, part.headers['cache-control']]).toEqual([
      206,
      opus.raw.subarray(100, 200),
      'private, max-age=86400',
    ])
  })

  test('is not there for strangers, nor under another track', async () => {
    expect((await get('opus', { as: 'stan' })).status).toBe(404)
    expect((await get('opus', { of: { trackId: salt.trackId, versionId: kiln.versionId } })).status).toBe(404)
    expect((await get('renditions', { as: 'stan' })).status).toBe(404)
  })

  test('is not begun while two hundred others of the project wait', async () => {
    const { db } = world.services.database
    const wanted = { kind: 'waveform', samplesPerPixel: 999 }
    await ask(wanted)
    const row = await db
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', 'rendition.make')
      .where('state', '=', 'ready')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('jobs')
      .values(Array.from({ length: 199 }, (_, i) => ({ ...row, id: `flood-${i}`, unique_key: null })))
      .execute()
    const full = await ask({ ...wanted, samplesPerPixel: 1000 }, { as: 'lin' })
    expect([full.status, full.body.code, full.headers['retry-after']]).toEqual([429, 'queue.full', '60'])
    expect((await get('renditions')).body.items.map(({ name }: { name: string }) => name)).not.toContain(
      'waveform-1000-mix',
    )
    expect((await ask(wanted, { as: 'lin' })).body.state, 'one of those that wait').toBe('making')
    await db.deleteFrom('jobs').where('id', 'like', 'flood-%').execute()
    await world.work()
  })

  test('whose file was lost is not found, and no bug', async () => {
    const { storage, database } = world.services
    const { storage_key: key } = await database.db
      .selectFrom('versions')
      .select('storage_key')
      .where('id', '=', kiln.versionId)
      .executeTakeFirstOrThrow()
    const flac = derivedFileKey({ storage_key: key }, 'flac')
    const bytes = Buffer.concat(await Array.fromAsync(await storage.read(flac)))
    await storage.remove(flac)
    expect((await get('flac')).status).toBe(404)
    await storage.put(flac, bytes)
    expect((await get('flac')).status).toBe(200)
  })

  test('is refused where its server has no room for it', async () => {
    const free = vi.spyOn(world.services.storage, 'freeBytes').mockResolvedValue(1e6)
    expect((await ask({ kind: 'waveform', samplesPerPixel: 777 }, { of: salt })).body.code).toBe('storage.full')
    free.mockRestore()
    expect((await ask({ kind: 'waveform', samplesPerPixel: 777 }, { of: salt })).body.state).toBe('making')
    await world.work()
  })

  test('that is half made is never sent, though its file lies there', async () => {
    const { storage, database } = world.services
    await ask({ kind: 'resampled', rate: 88_200 })
    const { storage_key: key } = await database.db
      .selectFrom('versions')
      .select('storage_key')
      .where('id', '=', kiln.versionId)
      .executeTakeFirstOrThrow()
    await storage.put(`${key.slice(0, key.lastIndexOf('/'))}/derived/88200.flac`, new TextEncoder().encode('half'))
    expect((await get('resampled/stream', { query: { rate: '88200' } })).body.code).toBe('rendition.not_ready')
    await world.work()
    const made = await get('resampled/stream', { query: { rate: '88200' } })
    expect([
      made.status,
      made.headers['content-type'],
      made.raw.subarray(0, 4).toString(),
      parseStreamInfo(made.raw.subarray(8)),
    ]).toEqual([
      200,
      'audio/flac',
      'fLaC',
      expect.objectContaining({ sampleRate: 88_200, bitsPerSample: 24, totalFrames: FRAMES * 2 }),
    ])
    expect(
      parseFrameIndex(Uint8Array.from((await get('resampled/index', { query: { rate: '88200' } })).raw).buffer)
        .fileBytes,
    ).toBe(made.raw.length)
  })

  test('whose making fails says so, and is tried again when somebody asks again', async () => {
    const { storage, database } = world.services
    const { storage_key: key } = await database.db
      .selectFrom('versions')
      .select('storage_key')
      .where('id', '=', salt.versionId)
      .executeTakeFirstOrThrow()
    const stream = await storage.read(key)
    const bytes = Buffer.concat(await Array.fromAsync(stream))
    await storage.remove(key)
    await ask({ kind: 'opus' }, { of: salt })
    for (let attempt = 0; attempt < 3; attempt++) {
      await world.work()
      world.pass(60_000)
    }
    expect((await get('opus', { of: salt })).body.code).toBe('rendition.failed')
    await storage.put(key, bytes)
    expect((await ask({ kind: 'opus' }, { of: salt })).body.state).toBe('making')
    await world.work()
    expect((await get('opus', { of: salt })).status).toBe(200)
  })

  test('is made anew by the next server when the one that made it dies', async () => {
    const { database, now } = world.services
    await ask({ kind: 'resampled', rate: 96_000 })
    await database.db
      .updateTable('jobs')
      .set({ state: 'active', attempts: 1, lease_id: 'gone', lease_until: now() + 10_000 })
      .where('kind', '=', 'rendition.make')
      .where('state', '=', 'ready')
      .execute()
    await world.work()
    expect((await get('resampled/stream', { query: { rate: '96000' } })).body.code).toBe('rendition.not_ready')
    world.pass(11_000)
    await world.work()
    expect((await get('resampled/stream', { query: { rate: '96000' } })).status).toBe(200)
  })

  test('of what is no audio cannot be', async () => {
    expect((await ask({ kind: 'opus' }, { of: page })).body).toMatchObject({ state: 'impossible', trouble: 'refused' })
    expect((await get('opus', { of: page })).body.code).toBe('rendition.impossible')
    expect((await ask({ kind: 'resampled', rate: SAMPLE_RATE })).body).toMatchObject({
      state: 'impossible',
      trouble: 'same-rate',
    })
    expect((await ask({ kind: 'resampled', rate: 12_345 })).status).toBe(400)
  })
})

describe('a download', () => {
  test('as MP3 is for those who may download, with a right name and tags', async () => {
    expect((await ask({ kind: 'mp3' }, { as: 'lin' })).status).toBe(403)
    expect((await get('mp3', { as: 'lin' })).status).toBe(403)
    expect((await get('mp3')).body.code).toBe('rendition.not_ready')
    await world.work()
    const { status, headers, raw } = await get('mp3')
    expect([status, headers['content-type'], headers['content-length']]).toEqual([
      200,
      'audio/mpeg',
      String(raw.length),
    ])
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('Kiln_ “rough” – v1 (2026-11-20).mp3')
    expect(raw.subarray(0, 5)).toEqual(Buffer.from([0x49, 0x44, 0x33, 3, 0]))
    expect(raw.subarray(0, 300).toString('utf16le', 23)).toContain('Kiln: “rough”')
    expect(raw.subarray(10 + ((raw[8] ?? 0) << 7) + (raw[9] ?? 0)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfb]))
    const rest = await get('mp3', { headers: { range: 'bytes=20-2000', 'if-range': String(headers['etag']) } })
    expect([rest.status, rest.raw]).toEqual([206, raw.subarray(20, 2001)])
    const tail = await get('mp3', { headers: { range: 'bytes=2000-' } })
    expect(tail.raw).toEqual(raw.subarray(2000))
  })

  test('as FLAC holds the MD5 of the original’s own samples, and tags', async () => {
    const { status, headers, raw } = await get('flac')
    expect([status, headers['content-type'], headers['content-length']]).toEqual([
      200,
      'audio/flac',
      String(raw.length),
    ])
    const streamInfo = parseStreamInfo(raw.subarray(8))
    expect([streamInfo.bitsPerSample, Buffer.from(streamInfo.md5).toString('hex')]).toEqual([
      24,
      createHash('md5').update(kilnBytes.subarray(44)).digest('hex'),
    ])
    expect([raw[4], raw[42]]).toEqual([0, 0x84])
    expect(raw.subarray(46, 46 + raw.readUIntBE(43, 3)).toString()).toMatch(
      /TITLE=Kiln: “rough”.*ALBUM=Low Tide.*VERSION=v1.*DATE=2026-11-20/s,
    )
    const frames = 46 + raw.readUIntBE(43, 3)
    expect(raw.readUInt16BE(frames)).toBe(0xfff8)
    expect((await get('flac', { headers: { range: `bytes=${frames - 3}-${frames + 9}` } })).raw).toEqual(
      raw.subarray(frames - 3, frames + 10),
    )
    expect((await get('flac', { as: 'lin' })).status).toBe(403)
  })

  test('has the cover that is shown for the track', async () => {
    const picture = Buffer.from(exampleCover.picture.split(',')[1] ?? '', 'base64')
    const [plain, plainFlac] = [(await get('mp3')).raw, (await get('flac')).raw]
    await world.as('ed', 'PUT /api/projects/:projectId/cover', { body: exampleCover })
    const mp3 = (await get('mp3')).raw
    const frame = mp3.indexOf('APIC')
    const content = mp3.subarray(frame + 10, frame + 10 + mp3.readUInt32BE(frame + 4))
    expect(content.toString('latin1', 0, 13)).toBe('\0image/png\0\x03\0')
    expect(content.subarray(13).equals(picture)).toBe(true)
    // The sound follows the tag, unchanged.
    const sound = (bytes: Buffer) =>
      bytes.subarray(10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + (bytes[at] ?? 0), 0))
    expect(sound(mp3).equals(sound(plain))).toBe(true)

    const flac = (await get('flac')).raw
    const block = flac.subarray(46, 46 + flac.readUIntBE(43, 3))
    expect([flac[42], block.readUInt32BE(0), block.toString('latin1', 8, 17)]).toEqual([6, 3, 'image/png'])
    const sizes = [21, 25, 29, 33, 37].map((at) => block.readUInt32BE(at))
    expect(sizes).toEqual([64, 64, 24, 0, picture.length])
    expect(block.subarray(41).equals(picture)).toBe(true)
    // What follows is as it was: the tags as the last block, then the frames.
    expect(flac.subarray(46 + block.length).equals(plainFlac.subarray(42))).toBe(true)
    await world.as('ed', 'DELETE /api/projects/:projectId/cover')
    expect((await get('flac')).raw.equals(plainFlac)).toBe(true)
  })

  test('as FLAC is not offered for floating point, which FLAC cannot hold', async () => {
    expect((await get('flac', { of: salt })).body.code).toBe('rendition.impossible')
  })
})

describe('waveform data', () => {
  /**
   * The values that audiowaveform's documentation defines, computed from the bounce: 24-bit samples without their last
   * eight bits.
   */
  function expected(split: boolean, samplesPerPixel: number): readonly number[] {
    const file = Buffer.from(kilnBytes)
    const samples = Array.from({ length: FRAMES }, (_, frame) =>
      [0, 1].map((channel) => file.readIntLE(44 + (frame * 2 + channel) * 3, 3) >> 8),
    )
    const lanes = split
      ? [0, 1].map((channel) => samples.map((frame) => frame[channel] ?? 0))
      : [samples.map(([left = 0, right = 0]) => Math.trunc((left + right) / 2))]
    return Array.from({ length: Math.ceil(FRAMES / samplesPerPixel) }, (_, i) =>
      lanes.flatMap((lane) => {
        const pixel = lane.slice(i * samplesPerPixel, (i + 1) * samplesPerPixel)
        return [Math.min(...pixel), Math.max(...pixel)]
      }),
    ).flat()
  }
  const waveform = async (query: Readonly<Record<string, string>>) => {
    await get('waveform', { as: 'lin', query })
    await world.work()
    return get('waveform', { as: 'lin', query })
  }

  test('is the .dat of version 2 that other programs read, of both channels or their mean', async () => {
    for (const [channels, split] of [
      ['split', true],
      ['mix', false],
    ] as const) {
      const { raw, headers } = await waveform({ channels })
      const read = WaveformData.create(Uint8Array.from(raw).buffer)
      expect([headers['content-length'], read.sample_rate, read.scale, read.bits, read.channels, read.length]).toEqual([
        String(raw.length),
        SAMPLE_RATE,
        256,
        16,
        split ? 2 : 1,
        Math.ceil(FRAMES / 256),
      ])
      expect([...new Int16Array(Uint8Array.from(raw.subarray(24)).buffer)]).toEqual(expected(split, 256))
    }
  })

  test('comes in 8 bit, cut towards zero', async () => {
    const { raw } = await waveform({ bits: '8' })
    expect([raw.readUInt32LE(4), [...new Int8Array(Uint8Array.from(raw.subarray(24)).buffer)]]).toEqual([
      1,
      expected(false, 256).map((value) => Math.trunc(value / 256)),
    ])
  })

  test('comes as JSON at any scale', async () => {
    const { raw, headers } = await waveform({ format: 'json', samples_per_pixel: '100', channels: 'split' })
    const facts = '"version":2,"channels":2,"sample_rate":44100,"samples_per_pixel":100,"bits":16'
    const values = expected(true, 100).join(',')
    expect(raw.toString()).toBe(`{${facts},"length":${FRAMES / 100 + 0.5},"data":[${values}]}\n`)
    expect([headers['content-length'], headers['content-type']]).toEqual([String(raw.length), 'application/json'])
    expect((await get('waveform', { query: { samples_per_pixel: '1' } })).status).toBe(400)
  })

  test('of many scales does not fill the disk', async () => {
    for (let scale = 300; scale < 312; scale++) {
      await ask({ kind: 'waveform', samplesPerPixel: scale })
      await world.services.database.db
        .updateTable('renditions')
        .set({ state: 'ready' })
        .where('name', '=', `waveform-${scale}-mix`)
        .execute()
      world.pass(1000)
    }
    const { items } = (await get('renditions')).body
    expect(
      items.filter(({ kind }: { kind: string }) => kind === 'waveform').map(({ name }: { name: string }) => name),
    ).toEqual(Array.from({ length: 8 }, (_, i) => `waveform-${304 + i}-mix`))
  })

  test('of a bounce made newest again outlives that of the first, and goes with the last of them', async () => {
    const {
      storage,
      database: { db },
    } = world.services
    const ember = await send('Ember', 'ember.wav', bounce('s16'))
    await sendFile(url, 'ed', {
      projectId: world.here['projectId'] ?? '',
      trackId: ember.trackId,
      fileName: 'ember 2.wav',
      bytes: bounce('s24'),
    })
    await world.work()
    const { body } = await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/newest', {
      params: paramsOf(ember),
    })
    const again = { trackId: ember.trackId, versionId: body.id }
    const draw = (of: UploadedFile) => get('waveform', { of, query: { samples_per_pixel: '300' } })
    for (const of of [ember, again]) {
      await draw(of)
      await world.work()
    }
    const forget = async (of: UploadedFile) => {
      for (let scale = 400; scale < 408; scale++) {
        world.pass(1000)
        await ask({ kind: 'waveform', samplesPerPixel: scale }, { of })
        await db.updateTable('renditions').set({ state: 'ready' }).where('name', '=', `waveform-${scale}-mix`).execute()
      }
    }
    await forget(ember)
    expect((await get('renditions', { of: ember })).body.items.map(({ name }: { name: string }) => name)).not.toContain(
      'waveform-300-mix',
    )
    expect((await draw(again)).status).toBe(200)
    await forget(again)
    const { storage_key: key } = await db
      .selectFrom('versions')
      .select('storage_key')
      .where('id', '=', ember.versionId)
      .executeTakeFirstOrThrow()
    await expect
      .poll(() => storage.find(`${key.slice(0, key.lastIndexOf('/'))}/derived/waveform-300-mix.dat`))
      .toBeUndefined()
  })
})
