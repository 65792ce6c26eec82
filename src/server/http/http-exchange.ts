import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a route that writes the response itself passes on. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A version's files never change, but access to them does: only the browser may cache them. */
export const KEPT_BY_THE_BROWSER = 'private, max-age=86400'
/** Downloads, whose names and tags change. */
export const KEPT_BY_NOBODY = 'private, no-store'
