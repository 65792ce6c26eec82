import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newId } from '#server/ids.ts'
import { s3Client } from '#server/storage/open-storage.ts'
import { S3Storage } from '#server/storage/s3.storage.ts'
import { s3TestServer, TEST_BUCKET } from '#server/storage/s3-test-server.ts'
import { removeRigFolder, transferRig } from './transfers.rig.ts'

const MIB = 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0', 'x-person': 'ed' }

test('an upload into a bucket goes on after a restart and becomes a version', async () => {
  const s3 = await s3TestServer()
  const storage = async () =>
    new S3Storage({
      client: s3Client({
        S3_ENDPOINT: s3.url,
        S3_REGION: 'us-east-1',
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
      }),
      bucket: TEST_BUCKET,
      workshop: tmpdir(),
      newId,
    })
  let rig = await transferRig({ storage })
  try {
    const file = new Uint8Array(randomBytes(19 * MIB + 3))
    const created = await fetch(`${rig.url}/api/projects/album/uploads`, {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(file.byteLength),
        'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa('nightdrive')}`,
      },
    })
    const path = created.headers.get('location') ?? ''
    const send = (offset: number, end: number) =>
      fetch(rig.url + path, {
        method: 'PATCH',
        headers: {
          ...TUS,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          'repr-digest': `sha-256=:${createHash('sha256').update(file).digest('base64')}:`,
        },
        body: file.subarray(offset, end),
      })
    expect((await send(0, 9 * MIB)).status).toBe(204)
    await rig.stop()
    rig = await transferRig({ storage, dataDir: rig.dataDir })
    expect((await fetch(rig.url + path, { method: 'HEAD', headers: TUS })).headers.get('upload-offset')).toBe(
      String(9 * MIB),
    )
    expect((await send(9 * MIB, file.byteLength)).status).toBe(204)
    const version = await rig.services.database.db.selectFrom('versions').selectAll().executeTakeFirstOrThrow()
    expect(Buffer.compare(await buffer(await rig.services.storage.read(version.storage_key)), file)).toBe(0)
  } finally {
    await rig.stop()
    removeRigFolder(rig)
    await s3.stop()
  }
})
