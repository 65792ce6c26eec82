import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '#shared/errors.ts'
import { sendRefusal } from '../router/error-answers.ts'
import { pagePolicy, workerPolicy } from '../router/security-headers.ts'

const NONCE = '__CSP_NONCE__'

/** The built client: hashed assets for ever, and the one page for every address the client knows. `store` is where files may come from as well. */
export async function servePages(app: FastifyInstance, root: string, store?: string): Promise<void> {
  const page = await readFile(join(root, 'index.html'), 'utf8')
  await app.register(fastifyStatic, { root, index: false, preCompressed: true, wildcard: false, globIgnore: ['index.html', '.vite/**', '**/*.br', '**/*.gz'], maxAge: '365d', immutable: true, cacheControl: true, setHeaders: dressFile(workerPolicy(store)) })
  answerUnknown(app, (reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('content-security-policy', pagePolicy(nonce, store)).send(page.replaceAll(NONCE, nonce))
  })
  app.get('/index.html', async (_, reply) => reply.redirect('/'))
}

function dressFile(policy: string) {
  return (reply: { header(name: string, value: string): unknown }, path: string): void => {
    if (!path.includes('/assets/')) reply.header('cache-control', 'no-cache')
    // A worker lives by the policy of its own script, not by the page's.
    if (/\.js(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', policy)
  }
}

/** Addresses no route knows: a page for people where there are pages, otherwise the usual refusal. */
export function answerUnknown(app: FastifyInstance, sendPage?: (reply: FastifyReply) => FastifyReply): void {
  app.setNotFoundHandler((request, reply) => (sendPage && wantsPage(request) ? sendPage(reply) : sendRefusal(reply, refused.not_found())))
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isPage = (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && !url.startsWith('/assets/')
  return isPage && (headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept))
}
