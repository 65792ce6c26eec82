import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { keyIn, signKey } from './share-tokens.ts'

const NAME = 'roughmix.guest'
/** Over https, with the prefix that browsers accept only from this exact host. */
const HOST_NAME = `__Host-${NAME}`
/** The longest that browsers keep a cookie. */
const LIFE_SECONDS = 400 * 24 * 3600

/** The browser's key, if the cookie has our signature. */
export function guestKey(config: Config, request: FastifyRequest): string | undefined {
  const cookieName = nameFor(config)
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2)
    const key = name === cookieName ? keyIn(config, value) : undefined
    if (key) return key
  }
  return undefined
}

/** Not readable by scripts, not sent by other websites, and only on the product's own routes. */
export function giveKey(config: Config, reply: FastifyReply, key: string): void {
  const name = nameFor(config)
  reply.header(
    'set-cookie',
    `${name}=${signKey(config, key)}; ${name === HOST_NAME ? 'Path=/; Secure' : 'Path=/api'}; ` +
      `Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax`,
  )
}

/** Only one name is accepted: a sibling subdomain could set the other. */
function nameFor({ baseUrl }: Config): string {
  return baseUrl.startsWith('https:') ? HOST_NAME : NAME
}
