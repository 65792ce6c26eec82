import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '#shared/errors.ts'
import { sendRefusal } from '../router/error-answers.ts'
import { pagePolicy, workerPolicy } from '../router/security-headers.ts'
import { linkPreview } from './link-preview.ts'

/** In the built page; filled in for each request. */
const placeholders = /__(CSP_NONCE|PREVIEW_TITLE|PREVIEW_DESCRIPTION|PREVIEW_IMAGE)__/g

interface PageParts {
  readonly root: string
  /** Where people reach the server, whatever a request says of itself. */
  readonly baseUrl: string
  /** Where files may come from as well. */
  readonly store?: string | undefined
}

/** The built client: hashed assets for ever, and the one page for every address the client knows. */
export async function servePages(app: FastifyInstance, { root, baseUrl, store }: PageParts): Promise<void> {
  const page = await readFile(join(root, 'index.html'), 'utf8')
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
  answerUnknown(app, (reply, request) => {
    const nonce = randomBytes(16).toString('base64url')
    const { title, description, isPrivate } = linkPreview(request.url)
    const words: Readonly<Record<string, string>> = {
      __CSP_NONCE__: nonce,
      __PREVIEW_TITLE__: title,
      __PREVIEW_DESCRIPTION__: description,
      __PREVIEW_IMAGE__: image,
    }
    if (isPrivate) reply.header('x-robots-tag', 'noindex')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce, store))
      .send(page.replace(placeholders, (name) => words[name] ?? ''))
  })
  app.get('/index.html', async (_, reply) => reply.redirect('/'))
}

function dressFile(policy: string) {
  return (reply: { header(name: string, value: string): unknown }, path: string): void => {
    if (!path.includes('/assets/')) reply.header('cache-control', 'no-cache')
    // Shown by pages of others, where a link to us stands.
    if (path.endsWith('/link-preview.png')) reply.header('cross-origin-resource-policy', 'cross-origin')
    // A worker lives by the policy of its own script, not by the page's.
    if (/\.js(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', policy)
  }
}

/** Addresses no route knows: a page for people where there are pages, otherwise the usual refusal. */
export function answerUnknown(
  app: FastifyInstance,
  sendPage?: (reply: FastifyReply, request: FastifyRequest) => FastifyReply,
): void {
  app.setNotFoundHandler((request, reply) =>
    sendPage && wantsPage(request) ? sendPage(reply, request) : sendRefusal(reply, refused.not_found()),
  )
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isPage = (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && !url.startsWith('/assets/')
  return isPage && (headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept))
}
