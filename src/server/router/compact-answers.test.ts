import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compactAnswers, LEAST_BYTES } from './compact-answers.ts'

let app: FastifyInstance
let titles: string[]
beforeEach(async () => {
  titles = Array.from({ length: 200 }, (_, i) => `Glasshouse, take ${i}`)
  app = Fastify()
  await compactAnswers(app)
  app.get('/api/tracks', async () => ({ titles }))
  app.get('/api/small', async () => ({ title: 'x'.repeat(LEAST_BYTES - 50) }))
  app.post('/api/tracks', async (request) => ({ titles, got: request.body }))
  app.get('/api/gone', async (_, reply) => reply.code(404).send({ titles }))
  await app.ready()
})
afterEach(() => app.close())

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => app.inject({ url, headers })

test('a long answer is compressed as the client understands it', async () => {
  const plain = await get('/api/tracks')
  const brotli = await get('/api/tracks', { 'accept-encoding': 'gzip, deflate, br' })
  const gzip = await get('/api/tracks', { 'accept-encoding': 'gzip' })
  expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.payload)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.payload)
  expect(brotli.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength / 3)
  expect(brotli.headers['vary']).toBe('accept-encoding')
})

test('one that the client has is not sent again, until it changes', async () => {
  const { headers, payload } = await get('/api/tracks')
  const tag = String(headers['etag'])
  const unchanged = await get('/api/tracks', { 'if-none-match': tag, 'accept-encoding': 'br' })
  expect([unchanged.statusCode, unchanged.payload, unchanged.headers['etag']]).toEqual([304, '', tag])
  titles.push('one more')
  const changed = await get('/api/tracks', { 'if-none-match': tag })
  expect([changed.statusCode, changed.payload === payload]).toEqual([200, false])
})

test('short answers are sent as they are; refusals and answers to changes have no tag', async () => {
  const small = await get('/api/small', { 'accept-encoding': 'br' })
  expect([small.headers['content-encoding'], small.headers['etag']]).toEqual([undefined, undefined])
  const change = await app.inject({
    method: 'POST',
    url: '/api/tracks',
    payload: {},
    headers: { 'if-none-match': '*' },
  })
  expect([change.statusCode, change.headers['etag']]).toEqual([200, undefined])
  const gone = await get('/api/gone', { 'if-none-match': '*' })
  expect([gone.statusCode, gone.headers['etag']]).toEqual([404, undefined])
})

test('a request is never inflated', async () => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/tracks',
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    payload: Buffer.from('1f8b0800000000000003ab5662000000ffff0300000000', 'hex'),
  })
  expect(statusCode).toBe(400)
})
