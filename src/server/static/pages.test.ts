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
  for (const folder of ['assets', '.vite']) mkdirSync(join(root, folder))
  const part = (name: string) => ({ scripts: [`/assets/${name}.js`], styles: [`/assets/${name}.css`] })
  writeFileSync(
    join(root, '.vite/page-parts.json'),
    JSON.stringify(
      Object.fromEntries(['login', 'guest', 'home', 'project', 'track'].map((name) => [name, part(name)])),
    ),
  )
  writeFileSync(
    join(root, 'index.html'),
    '<head><meta property="og:title" content="__PREVIEW_TITLE__">' +
      '<meta property="og:description" content="__PREVIEW_DESCRIPTION__">' +
      '<meta property="og:image" content="__PREVIEW_IMAGE__">' +
      '<meta property="og:image:width" content="__PREVIEW_WIDTH__">' +
      '<meta name="twitter:card" content="__PREVIEW_CARD__"><script nonce="__CSP_NONCE__"></script></head>',
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

test('what another app shares while the worker is away is answered with a page that says so', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/shared-files',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  })
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toBe('/shared-files?failed=away')
})

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
  return { tags: body.replaceAll(/nonce="[^"]*"/g, ''), robots: said['x-robots-tag'] }
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

test('links with a guard, those that have run out and those that never were look the same, whoever asks', async () => {
  const one = await previewOf('/s/one')
  for (const url of ['/s/another', '/s/', `/s/${'x'.repeat(400)}`, '/s/%22%3E%3Cscript%3E', '/s/one?trackId=x'])
    expect(await previewOf(url, { 'user-agent': 'facebookexternalhit/1.1' })).toEqual(one)
})

test('a link that anyone can open shows what it opens, as text and never as markup', async () => {
  const open = Fastify()
  answerErrors(open)
  await servePages(open, {
    root,
    baseUrl: 'https://mix.example.com',
    findPreview: async ({ url }) => {
      if (url === '/s/broken') throw new Error('No database.')
      return {
        title: '"><script>alert(1)</script>',
        description: 'Low Tide & more',
        isPrivate: true,
        image: { url: 'https://mix.example.com/cover?a=1&b=2', edge: 800, alt: 'Cover' },
      }
    },
  })
  const pageOf = (url: string) => open.inject({ url, headers: { accept: 'text/html' } })
  const { body, headers } = await pageOf('/s/open')
  expect(body).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(body).toContain('content="Low Tide &amp; more"')
  expect(body).toContain('content="https://mix.example.com/cover?a=1&amp;b=2"')
  expect(body).toContain('content="800"')
  expect(body).toContain('<meta name="twitter:card" content="summary">')
  expect(headers['x-robots-tag']).toBe('noindex')
  expect((await pageOf('/s/broken')).body).toContain('Music was shared with you')
  await open.close()
})

const session = { cookie: 'theme=dark; __Secure-better-auth.session_token=abc.def' }
test.each([
  ['/?projectId=low-tide&trackId=glasshouse', session, 'track'],
  ['/?projectId=low-tide', session, 'project'],
  ['/', session, 'home'],
  ['/account/keys', { cookie: 'better-auth.session_token=abc' }, 'home'],
  ['/s/a-link', {}, 'guest'],
  ['/login?redirect=/', {}, 'login'],
])('%s names the code of its page, and of no other', async (url, headers, page) => {
  const { tags } = await previewOf(url, headers)
  expect([...tags.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path)).toEqual([
    `/assets/${page}.js`,
    `/assets/${page}.css`,
  ])
})

test('only the form of the address and whether there is a cookie decide what a page names', async () => {
  const [one, another] = [
    await previewOf('/?projectId=low-tide', session),
    await previewOf('/?projectId=%22%3E%3Cscript%3E', { cookie: 'better-auth.session_token=' }),
  ]
  expect(one).toEqual(another)
  // Before the script that looks for it, which waits for nothing.
  expect(one.tags).toMatch(/^<head><meta name="roughmix-visitor" content="session">/)
  expect((await previewOf('/?projectId=low-tide', { cookie: 'x-better-auth.session_token=a' })).tags).not.toMatch(
    /roughmix-visitor|assets/,
  )
})

test('a session that has ended is as none, and one that cannot be looked up as one that holds', async () => {
  const ask = async (holdsSession: () => Promise<boolean>) => {
    const looking = Fastify()
    await servePages(looking, { root, baseUrl: 'https://mix.example.com', holdsSession })
    const { body } = await looking.inject({ url: '/?projectId=p', headers: { accept: 'text/html', ...session } })
    await looking.close()
    return /roughmix-visitor/.test(body)
  }
  expect([
    await ask(async () => false),
    await ask(async () => true),
    await ask(() => Promise.reject(new Error('the database is away'))),
  ]).toEqual([false, true, true])
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
