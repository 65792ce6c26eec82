import type { IncomingHttpHeaders } from 'node:http'

/** What our tokens begin with. A proxy in front may put other credentials into the header: those are not for us. */
export const TOKEN_MARK = 'rmx_'

/**
 * The API token of a request. Where there is one, whose request it is follows from it alone: cookies are not looked at,
 * and so no other website can be behind it.
 */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(rmx_\S+)$/i.exec(authorization ?? '')?.[1]
}
