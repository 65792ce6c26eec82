import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverScope } from '#server/scope.ts'
import { openWorld, type Asking, type PersonName, type World } from '#testing/world.ts'
import type { Attachment, Note } from '../notes.contract.ts'
import { sweepAttachments } from './attachments.jobs.ts'
import { aVersion } from '#testing/row-builders.ts'

const DAY_MS = 24 * 3600_000
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200, 7)])
const WEBM = Buffer.concat([Buffer.from('\x1a\x45\xdf\xa3', 'latin1'), Buffer.alloc(90, 3)])

let world: World
beforeEach(async () => {
  world = await openWorld()
  world.here['trackId'] = (
    await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  ).body.id
  world.here['versionId'] = 'v1'
  await aVersion(world, { id: 'v1' })
})
afterEach(() => world.close())

const send = (
  bytes: Buffer,
  query: Readonly<Record<string, string>> = {},
  { as = 'cora', headers = {} }: { as?: PersonName; headers?: Asking['headers'] } = {},
) =>
  world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/attachments', {
    query: { fileName: 'desk.png', ...query },
    body: bytes,
    headers: { 'content-type': 'application/offset+octet-stream', ...headers },
  })
const write = (
  attachmentIds: readonly string[],
  { as = 'cora', body = 'Look' }: { as?: PersonName; body?: string } = {},
) =>
  world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/notes', {
    body: { versionId: 'v1', fromSeconds: 1, toSeconds: null, body, attachmentIds },
  })
const fetch = (as: PersonName | 'visitor', attachmentId: string, headers: Asking['headers'] = {}) =>
  world.as(as, 'GET /api/projects/:projectId/attachments/:attachmentId', { params: { attachmentId }, headers })
const remove = (as: PersonName, attachmentId: string) =>
  world.as(as, 'DELETE /api/projects/:projectId/attachments/:attachmentId', { params: { attachmentId } })
const listed = async (): Promise<readonly Note[]> =>
  (await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', { query: { version: 'v1' } })).body.items
const blobs = async () => (await Array.fromAsync(world.services.storage.list('attachments/'))).length
const kept = async (bytes: Buffer, query: Readonly<Record<string, string>> = {}): Promise<Attachment> =>
  (await send(bytes, query)).body

describe('a file on a note', () => {
  test('comes back byte for byte, under its name, with its hash', async () => {
    const file = await kept(PNG, { fileName: 'C:\\desk\\Pult & Kabel.png' })
    const note = (await write([file.id])).body
    expect(note.attachments).toEqual([
      {
        id: file.id,
        kind: 'image',
        fileName: 'Pult & Kabel.png',
        mediaType: 'image/png',
        sizeBytes: PNG.byteLength,
        sha256: createHash('sha256').update(PNG).digest('hex'),
        durationSeconds: null,
        levels: null,
      },
    ])
    expect((await listed())[0]?.attachments).toEqual(note.attachments)
    const answer = await fetch('lin', file.id)
    expect(answer.raw.equals(PNG)).toBe(true)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  })

  test('is shown by what its bytes are, never by what it is called', async () => {
    const { id, kind } = await kept(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), {
      fileName: 'harmless.png',
    })
    expect(kind).toBe('file')
    const { headers } = await fetch('cora', id)
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-security-policy']).toMatch(/sandbox$/)
  })

  test('is read from the middle, as players do', async () => {
    const { id } = await kept(WEBM)
    const answer = await fetch('cora', id, { range: 'bytes=4-7' })
    expect(answer.status).toBe(206)
    expect([...answer.raw]).toEqual([3, 3, 3, 3])
  })

  test('may say everything: words are not needed then, but one of the two is', async () => {
    const file = await kept(PNG)
    expect((await write([file.id], { body: ' ' })).status).toBe(200)
    expect((await write([], { body: ' ' })).status).toBe(400)
  })

  test('hangs on a reply as well', async () => {
    const note = (await write([])).body
    const file = await kept(PNG)
    const reply = await world.as('cora', 'POST /api/projects/:projectId/notes/:noteId/replies', {
      params: { noteId: note.id },
      body: { body: '', attachmentIds: [file.id] },
    })
    expect(reply.body.attachments).toHaveLength(1)
    expect((await listed())[0]?.replies[0]?.attachments).toHaveLength(1)
  })

  test('is one’s own to send, once, and on its own track', async () => {
    const file = await kept(PNG)
    expect((await write([file.id], { as: 'ed' })).body.code).toBe('attachment.gone')
    expect((await write([file.id])).status).toBe(200)
    expect((await write([file.id])).body.code).toBe('attachment.gone')
    expect(await listed()).toHaveLength(1)
  })

  test('is nobody else’s before it is sent, and nobody’s outside the project ever', async () => {
    const file = await kept(PNG)
    expect((await fetch('ed', file.id)).status).toBe(404)
    await write([file.id])
    expect((await fetch('ed', file.id)).status).toBe(200)
    expect((await fetch('stan', file.id)).status).toBe(404)
    expect((await fetch('visitor', file.id)).status).toBe(401)
  })

  test('goes with its note and comes back with it', async () => {
    const file = await kept(PNG)
    const note = (await write([file.id])).body
    await world.as('cora', 'DELETE /api/projects/:projectId/notes/:noteId', { params: { noteId: note.id } })
    expect((await fetch('cora', file.id)).status).toBe(404)
    await world.as('cora', 'POST /api/projects/:projectId/notes/:noteId/restore', { params: { noteId: note.id } })
    expect((await fetch('cora', file.id)).status).toBe(200)
  })

  test('is taken off by its author or an owner', async () => {
    const [one, other] = [await kept(PNG), await kept(WEBM)]
    await write([one.id, other.id])
    expect((await remove('ed', one.id)).body.code).toBe('note.not_yours')
    expect((await remove('cora', one.id)).status).toBe(200)
    expect((await remove('olga', other.id)).status).toBe(200)
    expect((await listed())[0]?.attachments).toEqual([])
    await expect.poll(blobs).toBe(0)
  })

  test('is not sent by listeners, nor empty, nor without a length, nor too large', async () => {
    expect((await send(PNG, {}, { as: 'lin' })).status).toBe(403)
    expect((await send(Buffer.alloc(0))).body.code).toBe('attachment.empty')
    expect((await send(PNG, {}, { headers: { 'content-length': '100000001' } })).body.code).toBe('attachment.too_large')
    expect(await blobs()).toBe(0)
  })
})

describe('a spoken note', () => {
  test('keeps how long and how loud it is', async () => {
    expect(await kept(WEBM, { voiceSeconds: '3.25', levels: '0,40,99' })).toMatchObject({
      kind: 'voice',
      durationSeconds: 3.25,
      levels: [0, 40, 99],
    })
  })

  test('is a recording, whatever is said of it', async () => {
    expect(await kept(PNG, { voiceSeconds: '3', levels: '1' })).toMatchObject({
      kind: 'image',
      durationSeconds: null,
      levels: null,
    })
    expect((await send(WEBM, { voiceSeconds: '3', levels: 'loud' })).status).toBe(400)
  })
})

describe('the sweep', () => {
  test('drops what was never sent after a week, and bytes without a row, and nothing else', async () => {
    const sent = await kept(PNG)
    await write([sent.id])
    await kept(WEBM)
    await world.services.storage.put('attachments/p/orphan/x.bin', Buffer.from('x'))
    const scope = serverScope(world.services)
    expect(await sweepAttachments({ ...scope, now: () => world.services.now() + 2 * DAY_MS })).toBe(1)
    expect(await blobs()).toBe(2)
    expect(await sweepAttachments({ ...scope, now: () => world.services.now() + 9 * DAY_MS })).toBe(1)
    expect((await fetch('lin', sent.id)).raw.equals(PNG)).toBe(true)
  })
})
