import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

export const TEST_BUCKET = 'roughmix-test'
const LEAST_PART_BYTES = 5 * 1024 * 1024

export interface S3TestServer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * s3rver in this process, plus what it lacks: listing and aborting multipart uploads, and the refusal of parts below 5
 * MiB, as real stores do.
 */
export async function s3TestServer(): Promise<S3TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'roughmix-s3-'))
  const s3rver = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: TEST_BUCKET, configs: [] }] })
  await s3rver.configureBuckets()
  const plain = s3rver.callback()
  const uploads = join(folder, TEST_BUCKET)
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : new Error(String(error))),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const uploadId = url.searchParams.get('uploadId')
    if (uploadId && request.method !== 'PUT' && !(await exists(uploadId)))
      return xml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>')
    if (uploadId && request.method === 'GET')
      return xml(response, 200, await partList(uploadId, Number(url.searchParams.get('part-number-marker') ?? 0)))
    if (uploadId && request.method === 'DELETE') {
      await rm(await folderOf(uploadId), { recursive: true })
      return void response.writeHead(204).end()
    }
    if (uploadId && request.method === 'POST' && (await hasSmallPart(uploadId)))
      return xml(response, 400, '<Error><Code>EntityTooSmall</Code></Error>')
    if (url.searchParams.has('uploads') && request.method === 'GET') return xml(response, 200, await uploadList())
    plain(request, response)
  }

  async function uploadFolders(): Promise<{ id: string; folder: string }[]> {
    const entries = await readdir(uploads, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && entry.name === 'key')
      .map((entry) => ({ id: entry.parentPath.split('/').pop() ?? '', folder: entry.parentPath }))
  }

  async function folderOf(uploadId: string): Promise<string> {
    return (await uploadFolders()).find(({ id }) => id === uploadId)?.folder ?? ''
  }

  async function exists(uploadId: string): Promise<boolean> {
    return (await folderOf(uploadId)) !== ''
  }

  async function partsOf(uploadId: string): Promise<{ number: number; size: number; md5: string }[]> {
    const at = await folderOf(uploadId)
    const numbers = (await readdir(at))
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b)
    return Promise.all(
      numbers.map(async (number) => ({
        number,
        size: (await stat(join(at, String(number)))).size,
        md5: await readFile(join(at, `${number}.md5`), 'utf8'),
      })),
    )
  }

  async function hasSmallPart(uploadId: string): Promise<boolean> {
    return (await partsOf(uploadId)).slice(0, -1).some(({ size }) => size < LEAST_PART_BYTES)
  }

  async function partList(uploadId: string, after: number): Promise<string> {
    const parts = (await partsOf(uploadId)).filter(({ number }) => number > after)
    // One per page, to detect a reader that does not page.
    const page = parts
      .slice(0, 1)
      .map(
        ({ number, size, md5 }) =>
          `<Part><PartNumber>${number}</PartNumber><Size>${size}</Size><ETag>"${md5}"</ETag></Part>`,
      )
    return [
      `<ListPartsResult><IsTruncated>${parts.length > 1}</IsTruncated>`,
      `<NextPartNumberMarker>${parts[0]?.number ?? 0}</NextPartNumberMarker>`,
      ...page,
      '</ListPartsResult>',
    ].join('')
  }

  async function uploadList(): Promise<string> {
    const found = await Promise.all(
      (await uploadFolders()).map(async ({ id, folder: at }) => {
        const key = escaped(await readFile(join(at, 'key'), 'utf8'))
        const begun = (await stat(join(at, 'key'))).mtime.toISOString()
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`
      }),
    )
    return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${found.join('')}</ListMultipartUploadsResult>`
  }
}

function xml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${body}`)
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
