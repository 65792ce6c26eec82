import type { IncomingHttpHeaders } from 'node:http'

/** The prefix of our tokens. A proxy in front may add other credentials to the header, which are ignored. */
export const TOKEN_MARK = 'rmx_'

/** The request's API token. With one, cookies are ignored, so no other website can have caused the request. */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(rmx_\S+)$/i.exec(authorization ?? '')?.[1]
}
