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
  writeFileSync(join(root, 'index.html'), '<script nonce="__CSP_NONCE__"></script>')
  for (const ending of ['', '.br', '.gz']) for (const name of ['assets/feeder-abc.js', 'service-worker.js']) writeFileSync(join(root, `${name}${ending}`), `code${ending}`)
  app = Fastify()
  answerErrors(app)
  await servePages(app, root)
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

test.each(['identity', 'gzip', 'br'])('the service worker is asked for anew each time, and may fetch from us, sent as %s', async (encoding) => {
  const answer = await app.inject({ url: '/service-worker.js', headers: { 'accept-encoding': encoding } })
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': expect.stringContaining('javascript') })
  expect(answer.headers['content-security-policy']).toContain("connect-src 'self'")
})

test('every address the client may know answers the page, with a nonce of its own', async () => {
  const [first, second] = [await app.inject({ url: '/login?redirect=/', headers: { accept: 'text/html' } }), await app.inject({ url: '/account', headers: { accept: 'text/html' } })]
  const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? ''
  expect(nonce).toMatch(/^[\w-]{20,}$/)
  expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(second.body).not.toContain(nonce)
})

test('an unknown asset or call is no page', async () => {
  expect((await app.inject({ url: '/assets/gone.js', headers: { accept: 'text/html' } })).statusCode).toBe(404)
  expect((await app.inject({ url: '/api/gone', headers: { accept: 'text/html' } })).json()).toMatchObject({ code: 'not_found' })
})

test('where files come from the store, pages and workers may fetch from it, and from nowhere else', async () => {
  const direct = Fastify()
  answerErrors(direct)
  await servePages(direct, root, 'https://s3.example.com/with/a/path')
  const page = await direct.inject({ url: '/', headers: { accept: 'text/html' } })
  for (const directive of ["connect-src 'self' https://s3.example.com;", "media-src 'self' https://s3.example.com blob:;"]) expect(page.headers['content-security-policy']).toContain(directive)
  const worker = await direct.inject({ url: '/assets/feeder-abc.js' })
  expect(worker.headers['content-security-policy']).toMatch(/connect-src 'self' https:\/\/s3\.example\.com;/)
  await direct.close()
})
