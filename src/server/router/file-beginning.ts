import type { FastifyReply, FastifyRequest } from 'fastify'

/** Counts a file once, when its first byte is sent, by us or by the store that we redirect to. */
export function givesBeginning({ method, headers: { range } }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const isGiven = (statusCode >= 200 && statusCode < 300) || statusCode === 302
  return method === 'GET' && isGiven && (range === undefined || range.startsWith('bytes=0-'))
}
