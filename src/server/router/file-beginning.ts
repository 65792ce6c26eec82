import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file counts once, when its beginning is given: by us, or by the store to which we send whoever asks. */
export function givesBeginning({ method, headers: { range } }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const isGiven = (statusCode >= 200 && statusCode < 300) || statusCode === 302
  return method === 'GET' && isGiven && (range === undefined || range.startsWith('bytes=0-'))
}
