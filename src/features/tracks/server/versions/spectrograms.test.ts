import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byteLevel, parseSpectrogramHeader, rowFrequency, SPECTROGRAM_ROWS } from '#audio/spectrogram-file.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'

const SAMPLE_RATE = 48_000
const path = '/api/projects/:projectId/tracks/:trackId/versions/:versionId/spectrogram' as const

let world: World
let tone: UploadedFile
let text: UploadedFile

beforeAll(async () => {
  world = await openWorld()
  const url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  const left = Float32Array.from(
    { length: 2 * SAMPLE_RATE },
    (_, n) => 0.1 * Math.sin((2 * Math.PI * 1000 * n) / SAMPLE_RATE),
  )
  const sides = [left, new Float32Array(left.length)]
  const wav = Buffer.concat([
    wavHeader({ sampleRate: SAMPLE_RATE, channels: 2, encoding: 's24', totalFrames: left.length }),
    wavSamples(sides, 's24'),
  ])
  const send = (fileName: string, bytes: Uint8Array<ArrayBuffer>) =>
    sendFile(url, 'ed', { projectId: world.here['projectId'] ?? '', fileName, bytes })
  tone = await send('tone.wav', wav)
  text = await send('notes.wav', new TextEncoder().encode('no sound in here'))
  await world.work()
})
afterAll(() => world.close())

const ask = (channels: string, of = tone, as: 'lin' | 'stan' = 'lin') =>
  world.as(as, `POST ${path}`, { params: { ...of }, body: { channels } })
const fetched = (channels: string, headers = {}) =>
  world.as('lin', `GET ${path}`, { params: { ...tone }, query: { channels }, headers })

async function made(channels: string) {
  await ask(channels)
  await world.work()
  const { raw } = await fetched(channels)
  const file = new Uint8Array(raw)
  const header = parseSpectrogramHeader(file.buffer)
  const column = (channel: number) => {
    const at = (header.levels[0]?.byteOffset ?? 0) + (40 * header.channels + channel) * SPECTROGRAM_ROWS
    return Array.from(file.subarray(at, at + SPECTROGRAM_ROWS), (byte) => byteLevel(header, byte))
  }
  return { file, header, column }
}

describe('the spectrogram of a version', () => {
  test('is made when a listener asks, and then is there', async () => {
    expect((await fetched('mix')).body.code).toBe('spectrogram.not_made')
    expect((await ask('mix')).body).toEqual({ channels: 'mix', state: 'working' })
    await world.work()
    expect((await ask('mix')).body).toEqual({ channels: 'mix', state: 'ready' })
    expect((await fetched('mix')).headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=86400',
    })
    const events = await world.services.database.db
      .selectFrom('events')
      .selectAll()
      .where('kind', '=', 'spectrogram.ready')
      .execute()
    expect(events.map(({ refs }) => JSON.parse(refs))).toContainEqual({
      projectId: world.here['projectId'],
      trackId: tone.trackId,
      versionId: tone.versionId,
      channels: 'mix',
    })
  })

  test('shows a tone of 1 kHz at its row and level in the left channel and silence in the right', async () => {
    const { header, column } = await made('each')
    expect(header).toMatchObject({ channels: 2, sampleRate: SAMPLE_RATE, totalFrames: 2 * SAMPLE_RATE })
    const row = column(0).indexOf(Math.max(...column(0)))
    expect([rowFrequency(header, row) <= 1012, rowFrequency(header, row + 1) >= 988]).toEqual([true, true])
    expect(Math.abs(Math.max(...column(0)) + 20)).toBeLessThan(1)
    expect(Math.max(...column(1))).toBe(-120)
  })

  test('of the mix is the mean of its channels', async () => {
    const { header, column } = await made('mix')
    expect(header.channels).toBe(1)
    expect(Math.abs(Math.max(...column(0)) + 26)).toBeLessThan(1)
  })

  test('is fetched by ranges', async () => {
    const { file } = await made('mix')
    const { status, raw } = await fetched('mix', { range: 'bytes=512-767' })
    expect([status, new Uint8Array(raw)]).toEqual([206, file.subarray(512, 768)])
  })

  test('is not made of what is no sound, nor for strangers', async () => {
    expect((await ask('mix', text)).body.code).toBe('version.no_stream')
    expect((await ask('mix', tone, 'stan')).status).toBe(404)
    expect((await ask('sides')).status).toBe(400)
  })
})
