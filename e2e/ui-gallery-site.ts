import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { build } from 'vite'

export interface GallerySite {
  readonly url: string
  readonly close: () => Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The gallery as a production build, served as the product is: with a nonce and a strict Content-Security-Policy. */
export async function serveGallery(): Promise<GallerySite> {
  const folder = await mkdtemp(join(tmpdir(), 'roughmix-gallery-'))
  const root = join(import.meta.dirname, '..')
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(root, 'src/app/web/gallery.html') } },
  })
  const server = createServer((request, response) => {
    void answer(folder, request.url ?? '/').then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    )
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the gallery has no port')
  return {
    url: `http://127.0.0.1:${address.port}/gallery.html`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function answer(folder: string, url: string) {
  const path = normalize(new URL(url, 'http://localhost').pathname)
  const file = await readFile(join(folder, path)).catch(() => null)
  if (file === null) return { status: 404, headers: {}, body: '' }
  const nonce = randomBytes(16).toString('base64')
  const html = extname(path) === '.html'
  return {
    status: 200,
    headers: {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': policy(nonce),
      'cache-control': 'no-store',
    },
    body: html ? file.toString('utf8').replaceAll('__CSP_NONCE__', nonce) : file,
  }
}

function policy(nonce: string): string {
  return (
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; font-src 'self'; ` +
    `img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
  )
}
