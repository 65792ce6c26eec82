import { showError } from '../pages/error-page.ts'
import { errorBody } from './error-texts.ts'
import { redirectTarget } from './request-shims.ts'
import { cookiesWithinLimit } from './session-shims.ts'

/** Codes of refusals that are ours and not the specification's. */
const ownCodes: ReadonlySet<string> = new Set([
  'SETUP_TOKEN_REQUIRED',
  'SIGN_UP_CLOSED',
  'SIGN_UP_INVITE_ONLY',
  'ACCOUNT_DISABLED',
  'account.only_owner',
])

/** Addresses that people open from a mail or come back to from a provider: a browser shows them a page, not JSON. */
const opened = /^\/(verify-email|magic-link\/verify|delete-user\/callback|reset-password\/|callback\/)/

/**
 * The one place where the library's answers become the specification's: errors (S1), redirects (S2), cookies (S13).
 * What needs nothing passes as it is.
 */
export async function restoreAnswer(request: Request, basePath: string, response: Response): Promise<Response> {
  restoreCookies(response.headers)
  if (response.status < 300) return response
  const path = new URL(request.url).pathname.slice(basePath.length)
  const location = response.headers.get('location')
  if (response.status < 400 && location) response.headers.set('location', redirectTarget(path, location))
  if (response.status < 400 || response.headers.get('content-type')?.startsWith('text/html')) return response

  const body = errorBody(path, response.status, await jsonOf(response), ownCodes)
  // The library checks the shape of a callback before its own redirect to the specification's code can happen.
  if (path.startsWith('/callback/') && body.code === 'VALIDATION_ERROR')
    return new Response(null, {
      status: 302,
      headers: { location: `${basePath}/error?error=invalid_callback_request` },
    })
  if (request.method === 'GET' && opened.test(path) && request.headers.get('accept')?.includes('text/html'))
    return withCookies(showError(body.code, body.message, response.status, path), response.headers)
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(body), { status: response.status, headers })
}

async function jsonOf(response: Response): Promise<{ message?: string; code?: string } | undefined> {
  const text = await response.text()
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const [message, code]: unknown[] = [Reflect.get(parsed, 'message'), Reflect.get(parsed, 'code')]
    return { ...(typeof message === 'string' && { message }), ...(typeof code === 'string' && { code }) }
  } catch {
    return undefined
  }
}

function restoreCookies(headers: Headers): void {
  const cookies = headers.getSetCookie()
  const kept = cookiesWithinLimit(cookies)
  if (kept === cookies) return
  headers.delete('set-cookie')
  for (const cookie of kept) headers.append('set-cookie', cookie)
}

function withCookies(page: Response, from: Headers): Response {
  for (const cookie of from.getSetCookie()) page.headers.append('set-cookie', cookie)
  return page
}
