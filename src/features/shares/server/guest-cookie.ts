import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { keyIn, signKey } from './share-tokens.ts'

const NAME = 'roughmix.guest'
/** Over https, where a browser then takes it from this very host alone. */
const HOST_NAME = `__Host-${NAME}`
/** As long as browsers keep any cookie. */
const LIFE_SECONDS = 400 * 24 * 3600

/** The browser's key, where it carries one that we gave it. */
export function guestKey(config: Config, request: FastifyRequest): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2)
    const key = name === NAME || name === HOST_NAME ? keyIn(config, value) : undefined
    if (key) return key
  }
  return undefined
}

/** Read by no script, sent to no other website, and of no use but on the product's own routes. */
export function giveKey(config: Config, reply: FastifyReply, key: string): void {
  const where = config.baseUrl.startsWith('https:') ? [HOST_NAME, 'Path=/; Secure'] : [NAME, 'Path=/api']
  reply.header('set-cookie', `${where[0]}=${signKey(config, key)}; ${where[1]}; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax`)
}
