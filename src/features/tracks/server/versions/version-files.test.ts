import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import type { Method } from '#shared/contract.ts'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

const SAMPLE_RATE = 44_100
const SECONDS = 0.5

let world: World
let url = ''
let rough: UploadedFile
let mix: UploadedFile
let noise: UploadedFile
const roughBytes = bounce('s16')
const mixBytes = bounce('s24')
const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')

beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  rough = await send('Kiln “rough” 窯.wav', roughBytes)
  world.here['trackId'] = rough.trackId
  mix = await send('Kiln mix.wav', mixBytes, rough.trackId)
  noise = await send('page.html', page)
  await world.work()
})
afterAll(() => world.close())

/** The beginning of the song. */
function bounce(encoding: 's16' | 's24'): Uint8Array<ArrayBuffer> {
  const blocks = [...renderSong({ mix: SONG_MIXES.rough, sampleRate: SAMPLE_RATE, seconds: SECONDS })]
  return Buffer.concat([
    wavHeader({ sampleRate: SAMPLE_RATE, channels: 2, encoding, totalFrames: SECONDS * SAMPLE_RATE }),
    ...blocks.map((block) => wavSamples(block, encoding)),
  ])
}
const send = (fileName: string, bytes: Uint8Array<ArrayBuffer>, trackId?: string) =>
  sendFile(url, 'ed', { projectId: world.here['projectId'] ?? '', ...(trackId && { trackId }), fileName, bytes })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const playerFiles = [
  'versions/:versionId/stream',
  'versions/:versionId/index',
  'versions/:versionId/peaks',
  'versions/:versionId/energy',
] as const

interface Fetching {
  readonly as?: PersonName
  readonly method?: Method
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly of?: UploadedFile
  readonly file?: 'download' | (typeof playerFiles)[number]
}
const fetched = ({ as = 'ed', method = 'GET', of = rough, file = 'download', ...asking }: Fetching = {}) =>
  world.as(as, `${method} /api/projects/:projectId/tracks/:trackId/${file}`, {
    params: { trackId: of.trackId, versionId: of.versionId },
    ...asking,
  })

describe('a download', () => {
  test('is the newest version, to the last byte', async () => {
    const { status, headers, raw } = await fetched()
    expect([status, sha256(raw)]).toEqual([200, sha256(mixBytes)])
    expect(headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(mixBytes.byteLength),
      'accept-ranges': 'bytes',
      etag: `"${sha256(mixBytes)}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'repr-digest': `sha-256=:${Buffer.from(sha256(mixBytes), 'hex').toString('base64')}:`,
    })
  })

  test('of a version named is that one, under the name it came with', async () => {
    const { headers, raw } = await fetched({ query: { version: rough.versionId } })
    expect(sha256(raw)).toBe(sha256(roughBytes))
    expect(headers['content-disposition']).toBe(
      'attachment; filename="Kiln _rough_ _.wav"; filename*=UTF-8\'\'Kiln%20%E2%80%9Crough%E2%80%9D%20%E7%AA%AF.wav',
    )
  })

  test('of the version that was chosen follows the choice', async () => {
    const choose = (currentVersionId: string | null) =>
      world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', { body: { currentVersionId } })
    await choose(rough.versionId)
    expect(sha256((await fetched()).raw)).toBe(sha256(roughBytes))
    await choose(null)
    expect(sha256((await fetched()).raw)).toBe(sha256(mixBytes))
  })

  test('of another track’s version, or of none, is not found', async () => {
    expect((await fetched({ query: { version: noise.versionId } })).status).toBe(404)
    expect((await fetched({ query: { version: 'nosuchversion' } })).status).toBe(404)
    expect((await fetched({ query: { version: '../../etc/passwd' } })).status).toBe(400)
    const { body } = await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Nothing yet' } })
    expect((await fetched({ of: { trackId: body.id, versionId: '' } })).body.code).toBe('track.no_version')
  })

  test('needs the right to download, which a listener may lack', async () => {
    expect((await fetched({ as: 'lin' })).status).toBe(403)
    expect((await fetched({ as: 'stan' })).status).toBe(404)
    expect((await fetched({ as: 'cora' })).status).toBe(200)
  })

  test('says to HEAD what it would send', async () => {
    const { status, headers, raw } = await fetched({ method: 'HEAD' })
    expect([status, headers['content-length'], raw.byteLength]).toEqual([200, String(mixBytes.byteLength), 0])
    expect((await fetched({ method: 'HEAD', as: 'lin' })).status).toBe(403)
  })

  test('goes on where it broke off, as long as the file is the same', async () => {
    const rest = { range: 'bytes=1000-' }
    const resumed = await fetched({ headers: { ...rest, 'if-range': `"${sha256(mixBytes)}"` } })
    expect([resumed.status, resumed.headers['content-range']]).toEqual([
      206,
      `bytes 1000-${mixBytes.byteLength - 1}/${mixBytes.byteLength}`,
    ])
    expect(sha256(Buffer.concat([mixBytes.subarray(0, 1000), resumed.raw]))).toBe(sha256(mixBytes))
    const changed = await fetched({
      query: { version: rough.versionId },
      headers: { ...rest, 'if-range': `"${sha256(mixBytes)}"` },
    })
    expect([changed.status, sha256(changed.raw)]).toEqual([200, sha256(roughBytes)])
  })

  test('of what is no audio is bytes to keep and never a page', async () => {
    const { status, headers, raw } = await fetched({ of: noise })
    expect([status, raw.toString()]).toEqual([200, Buffer.from(page).toString()])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })
})

describe('what the player reads', () => {
  test.each(playerFiles)('%s is there for a listener, by ranges, and kept by the browser alone', async (file) => {
    const whole = await fetched({ as: 'lin', file })
    expect(whole.status).toBe(200)
    expect(whole.headers).toMatchObject({ 'cache-control': 'private, max-age=86400', 'accept-ranges': 'bytes' })
    const part = await fetched({ as: 'lin', file, headers: { range: 'bytes=4-11' } })
    expect([part.status, part.raw]).toEqual([206, whole.raw.subarray(4, 12)])
    expect(
      (await fetched({ as: 'lin', file, headers: { 'if-none-match': String(whole.headers['etag']) } })).status,
    ).toBe(304)
  })

  test('is another for every file and version', async () => {
    const tags = await Promise.all(
      [rough, mix].flatMap((of) => [...playerFiles].map(async (file) => (await fetched({ of, file })).headers['etag'])),
    )
    expect(new Set(tags).size).toBe(2 * playerFiles.length)
  })

  test('is not there for strangers, and not under another track', async () => {
    expect((await fetched({ as: 'stan', file: 'versions/:versionId/stream' })).status).toBe(404)
    expect(
      (
        await fetched({
          of: { trackId: noise.trackId, versionId: rough.versionId },
          file: 'versions/:versionId/stream',
        })
      ).status,
    ).toBe(404)
  })

  test('says why there is nothing to hear', async () => {
    expect((await fetched({ of: noise, file: 'versions/:versionId/stream' })).body.code).toBe('version.no_stream')
    const unchecked = await send('later.wav', roughBytes)
    expect((await fetched({ of: unchecked, file: 'versions/:versionId/peaks' })).body.code).toBe('version.not_ready')
  })
})

describe('where browsers reach the store', () => {
  const told: unknown[] = []
  beforeAll(() => {
    Object.assign(world.services.storage, {
      publicUrl: (key: string, answer: object) => {
        told.push(answer)
        return `https://store.example/${encodeURIComponent(key.split('/').at(-1) ?? '')}`
      },
    })
  })

  test('a download and what the player reads are fetched there, by those who may', async () => {
    const asked = [
      await fetched(),
      await fetched({ as: 'lin', file: 'versions/:versionId/stream', headers: { range: 'bytes=4-11' } }),
    ]
    expect(asked.map(({ status, headers }) => [status, headers['location']])).toEqual([
      [302, 'https://store.example/Kiln%20mix.wav'],
      [302, 'https://store.example/stream.flac'],
    ])
    expect(told).toEqual([
      {
        contentType: 'audio/wav',
        contentDisposition: expect.stringMatching(/^attachment; filename="Kiln mix.wav"/),
        cacheControl: 'private, no-store',
      },
      { contentType: 'audio/flac', cacheControl: 'private, max-age=86400' },
    ])
  })

  test('nobody is told of it who may not have the file', async () => {
    told.length = 0
    const asked = [
      await fetched({ as: 'stan' }),
      await fetched({ as: 'lin' }),
      await fetched({ as: 'stan', file: 'versions/:versionId/stream' }),
    ]
    expect(asked.map(({ status, headers }) => [status, headers['location']])).toEqual([
      [404, undefined],
      [403, undefined],
      [404, undefined],
    ])
    expect(told).toEqual([])
  })

  test('what is no audio is bytes to keep and never a page, there as well', async () => {
    expect((await fetched({ of: noise })).status).toBe(302)
    expect(told.at(-1)).toMatchObject({
      contentType: 'application/octet-stream',
      contentDisposition: expect.stringMatching(/^attachment;/),
    })
  })
})
