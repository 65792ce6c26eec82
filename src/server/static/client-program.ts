import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { contentDisposition } from '../http/content-disposition.ts'

const FOLDER = fileURLToPath(new URL('../../../cli', import.meta.url))
const BLOCK_BYTES = 512

/** Serves the command line client that matches this server, as a package that `npx` installs by URL. */
export function serveClientProgram(app: FastifyInstance): void {
  let packed: Promise<Buffer> | undefined
  app.get('/roughmix-cli.tgz', async (_, reply) =>
    reply
      .type('application/gzip')
      .headers({
        'cache-control': 'no-cache',
        'content-disposition': contentDisposition('attachment', 'roughmix-cli.tgz'),
      })
      .send(await (packed ??= pack(FOLDER))),
  )
}

/** A folder as an npm package: a gzipped tar with everything below `package/`. */
async function pack(folder: string): Promise<Buffer> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted()
  const files = await Promise.all(
    paths.map(async (path) => tarFile(`package/${relative(folder, path).replaceAll('\\', '/')}`, await readFile(path))),
  )
  return promisify(gzip)(Buffer.concat([...files, Buffer.alloc(2 * BLOCK_BYTES)]))
}

/** @see POSIX.1-2001, pax: the ustar interchange format */
function tarFile(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(BLOCK_BYTES)
  const field = (at: number, length: number, value: number) =>
    head.write(value.toString(8).padStart(length - 1, '0'), at, 'ascii')
  head.write(name, 0, 'utf8')
  field(100, 8, name.endsWith('/roughmix.js') ? 0o755 : 0o644)
  field(108, 8, 0)
  field(116, 8, 0)
  field(124, 12, content.length)
  field(136, 12, 0)
  head.write('        0', 148, 'ascii')
  head.write('ustar\u000000', 257, 'ascii')
  field(
    148,
    7,
    head.reduce((sum, byte) => sum + byte, 0),
  )
  head.write('\u0000 ', 154, 'ascii')
  return Buffer.concat([head, content, Buffer.alloc((BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES)])
}
