import type { FastifyInstance } from 'fastify'
import { apiDocument } from '#server/router/api-document.ts'
import { contracts, tokenTable } from './feature-parts.ts'
import { productVersion } from '#server/product-version.ts'

/** The OpenAPI 3.1 description of the product's own API, for tools and people. */
export function serveApiPage(app: FastifyInstance): void {
  // Made when it is first asked for: making it takes longer than all the rest of setting up the routes.
  let text: string | undefined
  app.get('/api/openapi.json', async (_, reply) => {
    text ??= JSON.stringify(apiDocument(contracts, productVersion(), tokenTable.scopesFor), null, 2)
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
}
