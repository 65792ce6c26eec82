import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a route that writes bytes itself hands on. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
