import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a route that writes bytes itself hands on. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Files of a version never change, but who may see them does: a browser keeps them and nobody in between. */
export const KEPT_BY_THE_BROWSER = 'private, max-age=86400'
/** Downloads, whose names and tags do change. */
export const KEPT_BY_NOBODY = 'private, no-store'
