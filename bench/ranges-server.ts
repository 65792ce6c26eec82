import { join } from 'node:path'
import Fastify from 'fastify'
import { sendBlob } from '#server/http/send-blob.ts'
import { DiskStorage } from '#server/storage/disk.storage.ts'

/** Serves `song` from the given folder like the download route, for bench/ranges.ts. */
const storage = new DiskStorage(join(process.argv[2] ?? '', 'files'), () => 'unused')
await storage.open({ isNew: true })
const app = Fastify()
app.get('/song', async (request, reply) => {
  await sendBlob({
    request,
    reply,
    storage,
    key: 'song',
    etag: 'song',
    contentType: 'audio/wav',
    fileName: 'song.wav',
    cacheControl: 'private, no-store',
  })
  return reply
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
