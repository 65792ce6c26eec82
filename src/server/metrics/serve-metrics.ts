import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refused } from '#shared/errors.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * On the product's port, metrics require the token. The route does not exist without one, or when metrics have their
 * own port.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, config: Config): void {
  if (config.METRICS_TOKEN === undefined || config.METRICS_PORT !== 0) return
  app.get('/metrics', async (request, reply) => {
    if (!holdsToken(request.headers.authorization, config)) throw refused.unauthorized()
    return reply
      .type(TYPE)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}

/** Serves metrics on a separate port. Resolves once it listens; undefined if none is set. */
export async function serveMetricsApart(metrics: Metrics, config: Config, log: Log): Promise<Server | undefined> {
  if (config.METRICS_PORT === 0) return undefined
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics')
      return void response.writeHead(404).end()
    if (config.METRICS_TOKEN !== undefined && !holdsToken(request.headers.authorization, config))
      return void response.writeHead(401).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': TYPE }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics')
        response.writeHead(503).end()
      },
    )
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.METRICS_PORT, config.HOST, resolve)
  })
  return server
}

function holdsToken(header: string | undefined, { METRICS_TOKEN: token }: Config): boolean {
  // Hashed, because only buffers of equal length can be compared in constant time.
  const hashed = (text: string) => createHash('sha256').update(text).digest()
  return token !== undefined && timingSafeEqual(hashed(header ?? ''), hashed(`Bearer ${token}`))
}
