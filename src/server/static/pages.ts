import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '#shared/errors.ts'
import { escaped } from '../mail/letter.ts'
import { sendRefusal } from '../router/error-answers.ts'
import { SHARED_FILES } from '../router/request-guard.ts'
import { pagePolicy, workerPolicy } from '../router/security-headers.ts'
import { type LinkPreview, linkPreview } from './link-preview.ts'
import { mayHaveSession, readPageHeads } from './page-parts.ts'

/** Placeholders in the built page, filled in for each request. */
const placeholders = /__(CSP_NONCE|PREVIEW_(TITLE|DESCRIPTION|IMAGE|WIDTH|HEIGHT|ALT|CARD))__/g

interface PageParts {
  readonly root: string
  /** The configured public URL, whatever a request's headers say. */
  readonly baseUrl: string
  /** The store's origin, which may also serve files. */
  readonly store?: string | undefined
  /**
   * Whether the session of a request holds: a page asks for nothing early that would be refused. A cookie is enough
   * where nobody can say.
   */
  readonly holdsSession?: (request: FastifyRequest) => Promise<boolean>
  /** What is said of a link that anyone can open; otherwise all links of a kind look the same. */
  readonly findPreview?: (request: FastifyRequest) => Promise<LinkPreview | undefined>
}

/** Serves the built client: hashed assets with unlimited caching, and the one page for all other client URLs. */
export async function servePages(
  app: FastifyInstance,
  { root, baseUrl, store, holdsSession = async () => true, findPreview = async () => undefined }: PageParts,
): Promise<void> {
  const page = await readFile(join(root, 'index.html'), 'utf8')
  const headOf = await readPageHeads(root)
  await app.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['index.html', '.vite/**', '**/*.br', '**/*.gz'],
    maxAge: '365d',
    immutable: true,
    cacheControl: true,
    setHeaders: dressFile(workerPolicy(store)),
  })
  const image = new URL('/link-preview.png', baseUrl).href
  answerUnknown(app, async (reply, request) => {
    const nonce = randomBytes(16).toString('base64url')
    // A page is served whatever becomes of its preview.
    const preview = (await findPreview(request).catch(() => undefined)) ?? linkPreview(request.url)
    const replacements: Readonly<Record<string, string>> = { __CSP_NONCE__: nonce, ...previewTags(preview, image) }
    if (preview.isPrivate) reply.header('x-robots-tag', 'noindex')
    const hasSession = mayHaveSession(request.headers.cookie) && (await holdsSession(request).catch(() => true))
    const { start, styles } = headOf(request.url, hasSession)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce, store))
      .send(
        page
          .replace('<head>', `<head>${start}`)
          .replace('</head>', `${styles}</head>`)
          .replace(placeholders, (name) => replacements[name] ?? ''),
      )
  })
  // The installed app's worker takes these; without it the page asks to share again.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST' && request.url === SHARED_FILES) {
      request.raw.resume()
      return reply.redirect(`${SHARED_FILES}?failed=away`, 303)
    }
    return undefined
  })
  app.get('/index.html', async (_, reply) => reply.redirect('/'))
}

function previewTags({ title, description, image }: LinkPreview, ours: string): Readonly<Record<string, string>> {
  return {
    __PREVIEW_TITLE__: escaped(title),
    __PREVIEW_DESCRIPTION__: escaped(description),
    __PREVIEW_IMAGE__: escaped(image?.url ?? ours),
    __PREVIEW_WIDTH__: String(image?.edge ?? 1200),
    __PREVIEW_HEIGHT__: String(image?.edge ?? 630),
    __PREVIEW_ALT__: escaped(image?.alt ?? 'Roughmix'),
    __PREVIEW_CARD__: image ? 'summary' : 'summary_large_image',
  }
}

function dressFile(policy: string) {
  return (reply: { header(name: string, value: string): unknown }, path: string): void => {
    if (!path.includes('/assets/')) reply.header('cache-control', 'no-cache')
    // Other sites show this image beside a link to us.
    if (path.endsWith('/link-preview.png')) reply.header('cross-origin-resource-policy', 'cross-origin')
    // A worker follows the policy of its own script, not the page's.
    if (/\.js(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', policy)
  }
}

/** Unknown URLs: a page for browsers if pages are served, otherwise the usual refusal. */
export function answerUnknown(
  app: FastifyInstance,
  sendPage?: (reply: FastifyReply, request: FastifyRequest) => Promise<FastifyReply>,
): void {
  app.setNotFoundHandler((request, reply) =>
    sendPage && wantsPage(request) ? sendPage(reply, request) : sendRefusal(reply, refused.not_found()),
  )
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isPage = (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && !url.startsWith('/assets/')
  return isPage && (headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept))
}
