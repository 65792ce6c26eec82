import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { startNginx } from '../scripts/start-nginx.ts'
import { Chance } from '../trust/chance.ts'
import { makeSong } from '../trust/make-song.ts'
import { TrustPerson } from '../trust/person.ts'
import { startServer, type RunningServer } from '../trust/start-server.ts'

/** Files that nginx sends (ACCEL_REDIRECT), with the location that docs/reverse-proxy.md names. */
const dataDir = mkdtempSync(join(tmpdir(), 'roughmix-accel-'))
const song = makeSong(new Chance('accel'), 'Größe “夜”.wav', 3)
let server: RunningServer
let nginx: Awaited<ReturnType<typeof startNginx>>
let nginxUrl = ''
let owner: TrustPerson
let stranger: TrustPerson
let download = ''
let stream = ''

beforeAll(async () => {
  server = await startServer({ dataDir, env: { ACCEL_REDIRECT: '/_files/' } })
  const port = await freePort()
  nginxUrl = `http://localhost:${port}`
  const location = /^ {2}location \/_files\/ \{[^}]*\}/m.exec(readFileSync('docs/reverse-proxy.md', 'utf8'))?.[0] ?? ''
  nginx = await startNginx({
    port,
    servers: [server.port],
    locations: location.replace('/srv/roughmix/data', dataDir),
  })
  expect(nginx).not.toHaveProperty('missing')
  owner = await TrustPerson.signUp(() => nginxUrl, 'Ines')
  stranger = await TrustPerson.signUp(() => nginxUrl, 'Stan')
  const projectId = await owner.addProject()
  const { trackId, versionId } = await owner.send(projectId, song, 'Glasshouse')
  await owner.allReady(projectId)
  download = `/api/projects/${projectId}/tracks/${trackId}/download`
  stream = `/api/projects/${projectId}/tracks/${trackId}/versions/${versionId}/stream`
})
afterAll(async () => {
  if ('stop' in nginx) await nginx.stop()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const fetched = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  owner.line.ask(method, path, { headers })

test('a download is the file, under its name, with every header that the server itself would send', async () => {
  const { status, headers, body } = await fetched(download)
  expect([status, Buffer.compare(body, song.bytes)]).toEqual([200, 0])
  expect(headers['x-accel-redirect']).toBeUndefined()
  expect(headers).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': String(song.bytes.byteLength),
    'content-disposition': expect.stringContaining("filename*=UTF-8''Gr%C3%B6%C3%9Fe"),
    'cache-control': 'private, no-store',
    etag: `"${song.sha256}"`,
    'repr-digest': `sha-256=:${Buffer.from(song.sha256, 'hex').toString('base64')}:`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('the server sent none of it', async () => {
  const direct = await fetch(server.url + download, { headers: { cookie: owner.line.cookie() } })
  expect([direct.status, (await direct.arrayBuffer()).byteLength]).toEqual([200, 0])
  expect(direct.headers.get('x-accel-redirect')).toMatch(/^\/_files\/projects\//)
})

test('ranges are exact, and go on only while the file is the same', async () => {
  const part = await fetched(download, { range: 'bytes=1000-1999' })
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${song.bytes.byteLength}`])
  expect(Buffer.compare(part.body, song.bytes.subarray(1000, 2000))).toBe(0)
  const same = await fetched(download, { range: 'bytes=1000-1999', 'if-range': `"${song.sha256}"` })
  expect(same.status).toBe(206)
  const another = await fetched(download, { range: 'bytes=1000-1999', 'if-range': '"another"' })
  expect([another.status, another.body.byteLength]).toEqual([200, song.bytes.byteLength])
  expect((await fetched(download, { range: `bytes=${song.bytes.byteLength}-` })).status).toBe(416)
})

test('what the player reads comes that way as well, and is not sent twice', async () => {
  const whole = await fetched(stream)
  const part = await fetched(stream, { range: 'bytes=4-11' })
  expect([part.status, part.body]).toEqual([206, whole.body.subarray(4, 12)])
  expect(part.headers).toMatchObject({ 'content-type': 'audio/flac', 'cache-control': 'private, max-age=86400' })
  const known = await fetched(stream, { 'if-none-match': String(whole.headers['etag']) })
  expect([known.status, known.body.byteLength]).toEqual([304, 0])
  const head = await fetched(stream, {}, 'HEAD')
  expect([head.status, head.headers['content-length']]).toEqual([200, String(whole.body.byteLength)])
})

test('the location is nobody’s to ask, and rights are asked each time', async () => {
  const inside = (await fetch(server.url + download, { headers: { cookie: owner.line.cookie() } })).headers.get(
    'x-accel-redirect',
  )
  expect((await fetched(inside ?? '')).status).toBe(404)
  expect((await stranger.line.ask('GET', download)).status).toBe(404)
  expect((await fetch(nginxUrl + download)).status).toBe(401)
  expect((await fetch(nginxUrl + stream, { headers: { range: 'bytes=0-9' } })).status).toBe(401)
  await owner.line.json('POST', '/api/auth/sign-out')
  expect((await fetched(stream, { range: 'bytes=0-9' })).status).toBe(401)
})
