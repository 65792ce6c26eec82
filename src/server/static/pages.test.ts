import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerErrors } from '../router/error-answers.ts'
import { servePages } from './pages.ts'

const root = mkdtempSync(join(tmpdir(), 'roughmix-pages-'))
let app: FastifyInstance
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  writeFileSync(
    join(root, 'index.html'),
    '<meta property="og:title" content="__PREVIEW_TITLE__">' +
      '<meta property="og:description" content="__PREVIEW_DESCRIPTION__">' +
      '<meta property="og:image" content="__PREVIEW_IMAGE__"><script nonce="__CSP_NONCE__"></script>',
  )
  for (const ending of ['', '.br', '.gz'])
    for (const name of ['assets/feeder-abc.js', 'service-worker.js'])
      writeFileSync(join(root, `${name}${ending}`), `code${ending}`)
  app = Fastify()
  answerErrors(app)
  await servePages(app, { root, baseUrl: 'https://mix.example.com' })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

test.each(['identity', 'gzip', 'br'])('a worker’s script may fetch from us, sent as %s', async (encoding) => {
  const answer = await app.inject({ url: '/assets/feeder-abc.js', headers: { 'accept-encoding': encoding } })
  expect(answer.headers['content-security-policy']).toContain("connect-src 'self'")
  expect(answer.headers['cache-control']).toContain('immutable')
})

test.each(['identity', 'gzip', 'br'])(
  'the service worker is asked for anew each time, and may fetch from us, sent as %s',
  async (encoding) => {
    const answer = await app.inject({ url: '/service-worker.js', headers: { 'accept-encoding': encoding } })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('javascript'),
    })
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self'")
  },
)

test('every address the client may know answers the page, with a nonce of its own', async () => {
  const [first, second] = [
    await app.inject({ url: '/login?redirect=/', headers: { accept: 'text/html' } }),
    await app.inject({ url: '/account', headers: { accept: 'text/html' } }),
  ]
  const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? ''
  expect(nonce).toMatch(/^[\w-]{20,}$/)
  expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(second.body).not.toContain(nonce)
})

const previewOf = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const { body, headers: said } = await app.inject({
    url,
    headers: { accept: 'text/html', host: 'evil.example', ...headers },
  })
  return { tags: body.replace(/nonce="[^"]*"/, ''), robots: said['x-robots-tag'] }
}

test.each([
  ['/s/a-link-that-works', 'Music was shared with you'],
  ['/?invId=an-invite', 'You are invited to a project'],
  ['/login?redirect=%2F%3FinvId%3Dan-invite', 'You are invited to a project'],
  ['/invitation/of-an-organization', 'You are invited to an organization'],
  ['/?projectId=low-tide&trackId=glasshouse', 'Roughmix'],
])('a chat that shows %s says what kind of link it is, and nothing of what is behind it', async (url, title) => {
  const { tags, robots } = await previewOf(url)
  expect(tags).toContain(`<meta property="og:title" content="${title}">`)
  expect(tags).toContain('<meta property="og:image" content="https://mix.example.com/link-preview.png">')
  for (const secret of ['a-link', 'an-invite', 'of-an-organization', 'low-tide', 'glasshouse', 'evil.example', '__'])
    expect(tags).not.toContain(secret)
  expect(robots).toBe('noindex')
})

test('links that work, are locked, have run out or never were look the same, whoever asks', async () => {
  const one = await previewOf('/s/one')
  for (const url of ['/s/another', '/s/', `/s/${'x'.repeat(400)}`, '/s/%22%3E%3Cscript%3E', '/s/one?trackId=x'])
    expect(await previewOf(url, { 'user-agent': 'facebookexternalhit/1.1' })).toEqual(one)
})

test('the start page may be found', async () => {
  expect((await previewOf('/')).robots).toBeUndefined()
})

test('an unknown asset or call is no page', async () => {
  expect((await app.inject({ url: '/assets/gone.js', headers: { accept: 'text/html' } })).statusCode).toBe(404)
  expect((await app.inject({ url: '/api/gone', headers: { accept: 'text/html' } })).json()).toMatchObject({
    code: 'not_found',
  })
})

test('where files come from the store, pages and workers may fetch from it, and from nowhere else', async () => {
  const direct = Fastify()
  answerErrors(direct)
  await servePages(direct, { root, baseUrl: 'https://mix.example.com', store: 'https://s3.example.com/with/a/path' })
  const page = await direct.inject({ url: '/', headers: { accept: 'text/html' } })
  for (const directive of [
    "connect-src 'self' https://s3.example.com;",
    "media-src 'self' https://s3.example.com blob:;",
  ])
    expect(page.headers['content-security-policy']).toContain(directive)
  const worker = await direct.inject({ url: '/assets/feeder-abc.js' })
  expect(worker.headers['content-security-policy']).toMatch(/connect-src 'self' https:\/\/s3\.example\.com;/)
  await direct.close()
})
