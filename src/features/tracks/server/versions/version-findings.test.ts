import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { sendFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'
import { analyseVersion } from './version-analysis.kind.ts'

const RATE = 44_100

let world: World
let url = ''

beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

/** The first second of the song in so many channels. */
function bounce(channels: 1 | 2): Uint8Array<ArrayBuffer> {
  const blocks = [...renderSong({ mix: SONG_MIXES.rough, sampleRate: RATE, seconds: 1 })].map((block) =>
    block.slice(0, channels),
  )
  return Buffer.concat([
    wavHeader({ sampleRate: RATE, channels, encoding: 's16', totalFrames: RATE }),
    ...blocks.map((block) => wavSamples(block, 's16')),
  ])
}

/** The analyses that wait are done from the last to the first. */
async function turnRound(): Promise<void> {
  const { db } = world.services.database
  const waiting = await db
    .selectFrom('jobs')
    .select(['id', 'run_at'])
    .where('kind', '=', analyseVersion.kind)
    .where('state', '=', 'ready')
    .orderBy('created_at')
    .orderBy('run_at')
    .execute()
  expect(waiting.length).toBe(5)
  for (const [i, { id, run_at: at }] of waiting.entries())
    await db
      .updateTable('jobs')
      .set({ run_at: at - 1000 * i })
      .where('id', '=', id)
      .execute()
}

test.each(['as they come', 'the newest first'])(
  'a version is held against the one before: the same file, the same audio in another ' +
    'file, other channels, another length (analysed %s)',
  async (order) => {
    const projectId = world.here['projectId'] ?? ''
    const stereo = bounce(2)
    // What an editor writes behind the samples is another file, but not another sound.
    const tagged = Buffer.concat([stereo, Buffer.from('LIST\x04\0\0\0INFO', 'latin1')])
    const mono = bounce(1)
    const { trackId } = await sendFile(url, 'ed', { projectId, title: 'Kiln', fileName: 'kiln 1.wav', bytes: stereo })
    for (const [fileName, bytes] of [
      ['kiln 2.wav', stereo],
      ['kiln 3.wav', tagged],
      ['kiln 4.wav', mono],
      ['kiln 5.wav', mono.slice(0, -8820)],
    ] as const) {
      if (order === 'as they come') await world.work()
      await sendFile(url, 'ed', { projectId, trackId, fileName, bytes })
    }
    if (order === 'the newest first') await turnRound()
    await world.work()
    const { body } = await world.as('lin', 'GET /api/projects/:projectId')
    const found = body.trackVersions
      .filter((version: { trackId: string }) => version.trackId === trackId)
      .toReversed()
      .map((version: { report: { findings: { kind: string; value: number | null }[] } }) =>
        version.report.findings.map(({ kind, value }) => [kind, value && Math.round(value * 1e6) / 1e6]),
      )
    expect(found).toEqual([
      [],
      [['identical', null]],
      [['identical-audio', null]],
      [['channels-changed', 2]],
      [
        ['truncated', 0.1],
        ['length-changed', -0.1],
      ],
    ])
  },
)

test('one that is made the newest again is held against the version it now follows', async () => {
  const projectId = world.here['projectId'] ?? ''
  const { trackId } = await sendFile(url, 'ed', {
    projectId,
    title: 'Ember',
    fileName: 'ember 1.wav',
    bytes: bounce(1),
  })
  const second = await sendFile(url, 'ed', { projectId, trackId, fileName: 'ember 2.wav', bytes: bounce(2) })
  await sendFile(url, 'ed', { projectId, trackId, fileName: 'ember 3.wav', bytes: bounce(2).slice(0, -17_640) })
  await world.work()
  const { body } = await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/newest', {
    params: { ...second },
  })
  expect(
    body.report.findings.map(({ kind, value }: { kind: string; value: number }) => [
      kind,
      Math.round(value * 1e6) / 1e6,
    ]),
  ).toEqual([['length-changed', 0.1]])
  const { trackVersions } = (await world.as('lin', 'GET /api/projects/:projectId')).body
  expect(trackVersions.find(({ id }: { id: string }) => id === second.versionId).report.findings).toMatchObject([
    { kind: 'channels-changed', value: 1 },
  ])
})
