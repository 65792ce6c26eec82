import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { keyIn, signKey } from './share-tokens.ts'

const NAME = 'roughmix.guest'
/** As long as browsers keep any cookie. */
const LIFE_SECONDS = 400 * 24 * 3600

/** The browser's key, where it carries one that we gave it. */
export function guestKey(config: Config, request: FastifyRequest): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2)
    const key = name === NAME ? keyIn(config, value) : undefined
    if (key) return key
  }
  return undefined
}

/** Read by no script, sent to no other website, and of no use but on the product's own routes. */
export function giveKey(config: Config, reply: FastifyReply, key: string): void {
  const secure = config.baseUrl.startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${NAME}=${signKey(config, key)}; Path=/api; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`)
}
