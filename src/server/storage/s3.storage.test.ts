import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { CreateBucketCommand, DeleteObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { s3Client } from './open-storage.ts'
import { listMultiparts, listObjects } from './s3-listings.ts'
import { S3Storage } from './s3.storage.ts'
import { s3TestServer, TEST_BUCKET, type S3TestServer } from './s3-test-server.ts'
import { storageSuite } from './storage.test-suite.ts'

/** A real store to test against, as `http://127.0.0.1:7480`; it may be emptied. */
const real = process.env['S3_TEST_ENDPOINT']
let server: S3TestServer | undefined
let endpoint: string

beforeAll(async () => {
  server = real ? undefined : await s3TestServer()
  endpoint = real ?? server?.url ?? ''
  if (real) await client().send(new CreateBucketCommand({ Bucket: TEST_BUCKET })).catch(() => undefined)
})
afterAll(async () => {
  await server?.stop()
})

function client() {
  return s3Client({ S3_ENDPOINT: endpoint, S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: process.env['S3_TEST_KEY'] ?? 'S3RVER', S3_SECRET_ACCESS_KEY: process.env['S3_TEST_SECRET'] ?? 'S3RVER' })
}

async function emptied(): Promise<S3Storage> {
  const s3 = client()
  const storage = new S3Storage({ client: s3, bucket: TEST_BUCKET, workshop: tmpdir(), newId })
  await storage.sweepParts(Date.now() + 3_600_000, () => false)
  for await (const { key } of listObjects(s3, TEST_BUCKET, '')) await s3.send(new DeleteObjectCommand({ Bucket: TEST_BUCKET, Key: key }))
  return storage
}

describe(`files in a bucket (${real ? 'a real store' : 's3rver'})`, () => {
  storageSuite(async () => ({ storage: await emptied(), restart: () => Promise.resolve(new S3Storage({ client: client(), bucket: TEST_BUCKET, workshop: tmpdir(), newId })) }))

  test('a long stream is sent in parts, and one that breaks off leaves none behind', async () => {
    const storage = await emptied()
    const broken = Readable.from((async function* () {
      for (let i = 0; i < 10; i++) yield Buffer.alloc(1024 * 1024, i)
      throw new Error('line cut')
    })())
    await expect(storage.put('projects/p/t/v/a.wav', broken)).rejects.toThrow('line cut')
    expect(await Array.fromAsync(listMultiparts(client(), TEST_BUCKET))).toEqual([])
    expect(await storage.put('projects/p/t/v/a.wav', Readable.from([Buffer.alloc(9 * 1024 * 1024)]))).toBe(9 * 1024 * 1024)
    expect(await storage.find('projects/p/t/v/a.wav')).toMatchObject({ sizeBytes: 9 * 1024 * 1024 })
  })
})
