import type { FastifyInstance } from 'fastify'
import { apiDocument } from '#server/router/api-document.ts'
import { contracts, tokenTable } from './feature-parts.ts'
import { productVersion } from '#server/product-version.ts'

/** The OpenAPI 3.1 description of the product's API, for tools and people. */
export function serveApiPage(app: FastifyInstance): void {
  // Generated on the first request, because it takes longer than the rest of the route set-up.
  let text: string | undefined
  app.get('/api/openapi.json', async (_, reply) => {
    text ??= JSON.stringify(apiDocument(contracts, productVersion(), tokenTable.scopesFor), null, 2)
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
}
