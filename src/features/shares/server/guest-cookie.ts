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
  const wanted = nameFor(config)
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2)
    const key = name === wanted ? keyIn(config, value) : undefined
    if (key) return key
  }
  return undefined
}

/** Read by no script, sent to no other website, and of no use but on the product's own routes. */
export function giveKey(config: Config, reply: FastifyReply, key: string): void {
  const name = nameFor(config)
  reply.header(
    'set-cookie',
    `${name}=${signKey(config, key)}; ${name === HOST_NAME ? 'Path=/; Secure' : 'Path=/api'}; ` +
      `Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax`,
  )
}

/** One alone is believed: a neighbouring host could plant the other. */
function nameFor({ baseUrl }: Config): string {
  return baseUrl.startsWith('https:') ? HOST_NAME : NAME
}
